const ISO = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * A time as a number of milliseconds since the epoch, which the service tells so or as an ISO 8601 text; in UTC where
 * that names no zone. What is no time is given back as it came.
 */
export function momentIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, date, time = '00:00', zone = 'Z'] = ISO.exec(value.trim()) ?? [];
  const moment = date
    ? Date.parse(`${date}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`)
    : Number(/^\d+$/.exec(value) ?? NaN);
  return Number.isNaN(moment) ? value : moment;
}
