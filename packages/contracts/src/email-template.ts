import { z } from 'zod'
import { dataOf, idSchema } from './api.ts'
import { richTextSchema, titleSchema } from './logged-item.ts'
import { recordRefQuery } from './timeline.ts'

export const mailTemplateLimits = { name: 80, templates: 200 } as const

/** The placeholders of templates between `{{` and `}}`, besides `field:` and the name of a field. */
export const mailPlaceholders = [
  { name: 'record.name', label: 'Name of the record' },
  { name: 'organization.name', label: 'Name of its organization' },
  { name: 'account.name', label: 'Name of its account' },
  { name: 'user.firstName', label: 'Your first name' },
  { name: 'user.lastName', label: 'Your last name' },
  { name: 'user.email', label: 'Your email address' },
] as const

const nameSchema = titleSchema
  .min(1, 'Enter a name.')
  .max(mailTemplateLimits.name, 'The name can have at most 80 characters.')
  .meta({ example: 'Renewal in 90 days' })

export const mailTemplateSchema = z
  .object({
    templateId: idSchema,
    name: z.string().meta({ example: 'Renewal in 90 days' }),
    subject: z.string().meta({ example: 'Your renewal, {{record.name}}' }),
    body: z.string().meta({ description: 'Rich text: a plain text, or the JSON of a document' }),
  })
  .meta({ id: 'MailTemplate' })

export type MailTemplate = z.infer<typeof mailTemplateSchema>

export const createMailTemplateSchema = z.strictObject({
  name: nameSchema,
  subject: titleSchema.default(''),
  body: richTextSchema.default(''),
})

export type CreateMailTemplate = z.output<typeof createMailTemplateSchema>

export const changeMailTemplateSchema = z.strictObject({
  name: nameSchema.optional(),
  subject: titleSchema.optional(),
  body: richTextSchema.optional(),
})

export type ChangeMailTemplate = z.output<typeof changeMailTemplateSchema>

export const deletedMailTemplateSchema = dataOf(z.object({ templateId: idSchema }))

/** A subject and a text with placeholders, and the record that they are filled in from. */
export const fillMailTemplateSchema = z.strictObject({
  ...recordRefQuery.shape,
  subject: titleSchema.default(''),
  body: richTextSchema.default(''),
})

export type FillMailTemplate = z.output<typeof fillMailTemplateSchema>

export const filledMailTemplateSchema = z
  .object({
    subject: z.string(),
    body: z.string(),
    missing: z
      .array(z.string())
      .meta({ description: 'Placeholders without a value in the record; they are left in place' }),
  })
  .meta({ id: 'FilledMailTemplate' })

export type FilledMailTemplate = z.infer<typeof filledMailTemplateSchema>
