/** The calls that carry what has no id of its own, by the end of their paths and the name of what they carry. */
const carriers: [path: RegExp, name: RegExp][] = [
  [/\/updateCart$/, /^cart of/],
  [/\/users\/update$/, /^profile$/],
  [/\/updateSubscriptions$/, /^preferences$/],
  [/\/trackInAppOpen$/, /^in-app open$/],
  [/\/trackInAppClose$/, /^in-app close$/],
  [/\/trackInAppClick$/, /^in-app click$/],
  [/\/trackInAppDelivery$/, /^in-app delivery$/],
  [/\/inAppConsume$/, /^in-app consume$/],
  [/\/embedded-messaging\/events\/received$/, /^embedded received$/],
  [/\/embedded-messaging\/events\/session$/, /^embedded session$/],
  [/\/embedded-messaging\/events\/click$/, /^embedded click$/],
];

/** What is told of an event, or of something else. */
interface Told {
  path: string;
  body: string;
}

/** Whether a call carries an event: by its id, or for want of one by its kind. */
export function bodyHolds({ body, path }: Told, { id, name }: { id: string; name: string }): boolean {
  return body.includes(id) || carriers.some(([ending, called]) => ending.test(path) && called.test(name));
}
