import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { FilledMailTemplate, MailTemplate } from '@steward/contracts/email-template'
import { api, send } from '../../api/client.ts'
import type { Subject } from './email.calls.ts'

const templatesKey = ['email-templates'] as const

export const mailTemplatesQuery = queryOptions({
  queryKey: templatesKey,
  queryFn: async ({ signal }): Promise<MailTemplate[]> =>
    (await send(api.GET('/email-v3/templates', { signal }))).data,
})

export type TemplateForm = Omit<MailTemplate, 'templateId'>

/** Makes a template, or changes the one of an id. */
export async function saveMailTemplate(
  client: QueryClient,
  templateId: number | undefined,
  body: TemplateForm,
): Promise<void> {
  if (templateId === undefined) await send(api.POST('/email-v3/templates', { body }))
  else await send(api.PATCH('/email-v3/templates/{id}', { params: { path: { id: templateId } }, body }))
  await client.invalidateQueries({ queryKey: templatesKey })
}

export async function deleteMailTemplate(client: QueryClient, templateId: number): Promise<void> {
  await send(api.DELETE('/email-v3/templates/{id}', { params: { path: { id: templateId } } }))
  await client.invalidateQueries({ queryKey: templatesKey })
}

/** A template with what a record has to say in its placeholders. */
export async function fillTemplate(
  { level, id }: Subject,
  { subject, body }: Pick<MailTemplate, 'subject' | 'body'>,
): Promise<FilledMailTemplate> {
  const form = { level: level.id, parentIdentifier: id, subject, body }
  return (await send(api.POST('/email-v3/templates/fill', { body: form }))).data
}
