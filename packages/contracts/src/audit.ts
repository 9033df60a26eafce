import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'

/** The author: a person, a token, the system, or someone who was not signed in. */
export const auditActorKinds = ['user', 'api-token', 'system', 'anonymous'] as const

export const auditEntrySchema = z
  .object({
    auditId: idSchema,
    at: instantSchema,
    action: z.string().meta({ example: 'user.role_changed', description: 'Dotted; noun first' }),
    outcome: z.enum(['done', 'refused']),
    summary: z.string().meta({ example: 'Role of Amara Osei changed from Viewer to Manager' }),
    actorKind: z.enum(auditActorKinds),
    actorId: idSchema.nullable(),
    actorName: z.string(),
    subjectKind: z.string().nullable().meta({ example: 'user' }),
    subjectId: z.string().nullable(),
    subjectName: z.string().nullable(),
    address: z.string().nullable(),
    device: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' })

export type AuditEntry = z.infer<typeof auditEntrySchema>

const filter = {
  from: z.iso.date('Enter a date as YYYY-MM-DD.').optional().meta({ description: 'First day, in UTC' }),
  to: z.iso.date('Enter a date as YYYY-MM-DD.').optional().meta({ description: 'Last day, in UTC' }),
  actorId: idSchema.optional(),
  action: z
    .string()
    .trim()
    .max(100)
    .optional()
    .meta({ description: 'An action or its noun', example: 'user' }),
  outcome: z.enum(['done', 'refused']).optional(),
  query: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({ description: 'Part of the summary, an address or a name' }),
}

export const auditQuery = z.object({
  ...filter,
  before: idSchema.optional().meta({ description: 'Only entries older than this one' }),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})

export const auditExportQuery = z.object(filter)

export const auditPageSchema = z
  .object({ data: z.array(auditEntrySchema), next: idSchema.nullable(), actions: z.array(z.string()) })
  .meta({ id: 'AuditPage' })
