import type { Admin, ExportRunOptions } from 'tidings/admin';
import type { EventKind } from '../wire.js';

/** Counts events by month; holds one of them at a time. */
export async function countByMonth(
  admin: Admin,
  kind: EventKind,
  from: string, // '2026-01-01 00:00:00'
  options: ExportRunOptions,
) {
  const months = new Map<string, number>();
  const events = admin.exports.run(
    {
      dataTypeName: kind,
      outputFormat: 'application/x-json-stream',
      startDateTime: from,
      onlyFields: 'createdAt',
    },
    options,
  );
  for await (const { createdAt } of events) {
    const month = String(createdAt).slice(0, 7); // '2026-11'
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  return months;
}
