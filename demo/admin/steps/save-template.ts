import type { Admin } from 'tidings/admin';
import { messageHtml } from '../message-html.js';
import type { NewMessage } from '../wire.js';

/** Saves what a message says; gives the template's number. */
export async function saveTemplate(
  admin: Admin,
  message: NewMessage,
) {
  const { templateIds } = await admin.templates.inApp.upsert({
    clientTemplateId: `desk-${crypto.randomUUID()}`,
    name: message.title,
    html: messageHtml(message),
    webInAppDisplaySettings: { position: message.position },
    inboxMetadata: {
      title: message.title,
      subtitle: message.text,
    },
  });
  return templateIds[0];
}

/** The message as one person would get it. */
export async function preview(
  admin: Admin,
  templateId: number,
  email: string,
) {
  const { user } = await admin.users.getByEmail({ email });
  const dataFields = user?.dataFields ?? {};
  return admin.templates.inApp.preview({
    templateId,
    dataFields,
  });
}
