import { z } from 'zod'
import { dataOf, idSchema, instantSchema } from '../api.ts'
import { mostImportedUsers, userImportTargets } from '../plain/invite.ts'
import { tableSettingsSchema } from '../sheet.ts'

const columnSchema = z.strictObject({
  column: z.int().min(0).max(5000).meta({ description: 'Counted from 0', example: 0 }),
  target: z.enum(userImportTargets),
})

/** Users in a file that was uploaded like those of other imports. */
export const userImportFormSchema = z
  .strictObject({
    uploadId: z.uuid(),
    settings: tableSettingsSchema.optional(),
    columns: z.array(columnSchema).min(1, 'Choose the column of the email addresses.').max(100).meta({
      description: 'name is a whole name, for files without firstName and lastName',
    }),
    roleId: z
      .literal([1, 2, 3, 4], { error: 'Choose a role: 1, 2, 3 or 4.' })
      .default(1)
      .meta({ description: 'The role of rows without one' }),
    sendsMail: z.boolean().default(true).meta({
      description: 'Whether users are invited by email now; else by resending their invitation',
    }),
  })
  .meta({
    id: 'UserImportForm',
    example: {
      uploadId: '7f0f3bb4-9a3d-4d8e-8f5f-0d7c4a1f2b10',
      columns: [
        { column: 0, target: 'email' },
        { column: 1, target: 'name' },
      ],
      roleId: 1,
      sendsMail: false,
    },
  })

export type UserImportForm = z.output<typeof userImportFormSchema>

export const userImportPreviewSchema = dataOf(
  z
    .object({
      rows: z.int(),
      ready: z.int().meta({ description: `Users that would be added; at most ${mostImportedUsers} may be` }),
      existing: z.int().meta({ description: 'Rows of addresses that belong to users already' }),
      refused: z.int(),
      people: z
        .array(
          z.object({
            line: z.int(),
            email: z.string(),
            name: z.string(),
            roleName: z.string().meta({ example: 'Manager' }),
          }),
        )
        .meta({ description: 'Of the first 100 ready rows' }),
      problems: z
        .array(z.object({ line: z.int(), message: z.string() }))
        .meta({ description: 'Of the first 100 rows that are refused or exist' }),
    })
    .meta({ id: 'UserImportPreview' }),
)

export type UserImportPreview = z.infer<typeof userImportPreviewSchema>['data']

export const userImportSchema = z
  .object({
    importId: idSchema,
    fileName: z.string(),
    sendsMail: z.boolean(),
    added: z.int(),
    existing: z.int(),
    refused: z.int(),
    kept: z.int().meta({ description: 'Users that its undo could not deactivate' }),
    createdBy: z.object({ id: idSchema, name: z.string() }),
    createdAt: instantSchema,
    undoneAt: instantSchema.nullable(),
  })
  .meta({ id: 'UserImport' })

export type UserImport = z.infer<typeof userImportSchema>

export const userImportsSchema = dataOf(z.array(userImportSchema))

export const userImportUndoneSchema = dataOf(
  z
    .object({
      deactivated: z.int(),
      kept: z.array(z.object({ userId: idSchema, name: z.string(), message: z.string() })),
    })
    .meta({ id: 'UserImportUndone' }),
)

export type UserImportUndone = z.infer<typeof userImportUndoneSchema>['data']

export const userImportParams = z.object({ importId: idSchema })
