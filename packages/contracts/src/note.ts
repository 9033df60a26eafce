import { z } from 'zod'
import { dataOf, idSchema } from './api.ts'
import { formOf, loggedChange, loggedForm, loggedPageOf, richTextSchema, titleSchema } from './logged-item.ts'
import { noteItemSchema } from './timeline.ts'

/** A note is an item of the timeline; its id is that of the item. */
export const noteSchema = noteItemSchema.extend({ noteId: idSchema }).meta({ id: 'Note' })

export type Note = z.infer<typeof noteSchema>

export const notePageSchema = loggedPageOf(noteSchema).meta({ id: 'NotePage' })

export const createNoteSchema = formOf(
  z.strictObject({
    ...loggedForm,
    title: titleSchema.optional(),
    description: richTextSchema.optional(),
  }),
)

export type CreateNote = z.output<typeof createNoteSchema>

export const changeNoteSchema = formOf(
  z.strictObject({
    ...loggedChange,
    title: titleSchema.optional(),
    description: richTextSchema.optional(),
  }),
)

export type ChangeNote = z.output<typeof changeNoteSchema>

export const deletedNoteSchema = dataOf(z.object({ noteId: idSchema, itemId: idSchema }))

export const noteTemplateLimits = { name: 80, templates: 200 } as const

const nameSchema = titleSchema
  .min(1, 'Enter a name.')
  .max(noteTemplateLimits.name, 'The name can have at most 80 characters.')
  .meta({ example: 'Kick-off meeting' })

/** A template of notes. */
export const noteTemplateSchema = z
  .object({
    templateId: idSchema,
    name: z.string().meta({ example: 'Kick-off meeting' }),
    title: z.string().meta({ example: 'Kick-off' }),
    body: z.string().meta({ description: 'Rich text: a plain text, or the JSON of a document' }),
  })
  .meta({ id: 'NoteTemplate' })

export type NoteTemplate = z.infer<typeof noteTemplateSchema>

export const createNoteTemplateSchema = z.strictObject({
  name: nameSchema,
  title: titleSchema.default(''),
  body: richTextSchema.default(''),
})

export type CreateNoteTemplate = z.output<typeof createNoteTemplateSchema>

export const changeNoteTemplateSchema = z.strictObject({
  name: nameSchema.optional(),
  title: titleSchema.optional(),
  body: richTextSchema.optional(),
})

export type ChangeNoteTemplate = z.output<typeof changeNoteTemplateSchema>

export const deletedNoteTemplateSchema = dataOf(z.object({ templateId: idSchema }))
