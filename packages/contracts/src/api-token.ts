import { z } from 'zod'
import { idSchema, instantSchema } from './api.ts'
import { permissions, roleIds } from './plain/permission.ts'

/** Every API token begins with this, so that scanners of source code find lost ones. */
export const apiTokenPrefix = 'stw_'

/** personal: works as the user who made it. tenant: works as itself, with a role of its own. */
export const apiTokenScopes = ['personal', 'tenant'] as const

export const apiTokenSchema = z
  .object({
    apiTokenId: idSchema,
    scope: z.enum(apiTokenScopes),
    name: z.string().meta({ example: 'Billing export' }),
    hint: z.string().meta({ example: 'stw_…9f3c', description: 'The end of the token' }),
    roleId: z.literal([1, 2, 3, 4]),
    permissions: z.array(z.enum(permissions)),
    createdAt: instantSchema,
    createdBy: z.string().meta({ description: 'Who made it' }),
    expiresAt: instantSchema.nullable(),
    lastUsedAt: instantSchema.nullable().meta({ description: 'To the minute' }),
    revokedAt: instantSchema.nullable(),
  })
  .meta({ id: 'ApiToken' })

export type ApiToken = z.infer<typeof apiTokenSchema>

export const apiTokenListQuery = z.object({ scope: z.enum(apiTokenScopes).default('personal') })

export const createApiTokenSchema = z
  .strictObject({
    scope: z.enum(apiTokenScopes).default('personal'),
    name: z
      .string({ error: 'Give the token a name.' })
      .trim()
      .min(1, 'Give the token a name.')
      .max(80, 'A name has at most 80 characters.'),
    permissions: z.array(z.enum(permissions)).min(1, 'Choose at least one permission.'),
    roleId: z.literal([1, 2, 3, 4]).optional().meta({ description: 'Of a tenant token; Viewer unless told' }),
    expiresInDays: z
      .int()
      .min(1, 'At least one day.')
      .max(366, 'At most 366 days.')
      .nullable()
      .default(90)
      .meta({ description: 'null: until it is revoked' }),
  })
  .meta({
    example: {
      scope: 'tenant',
      name: 'Billing export',
      permissions: ['record.read', 'field.read'],
      roleId: roleIds.viewer,
      expiresInDays: 90,
    },
  })

export const createdApiTokenSchema = apiTokenSchema
  .extend({ token: z.string().meta({ description: 'Shown once; only its hash is kept' }) })
  .meta({ id: 'CreatedApiToken' })

export const apiTokenParams = z.object({ apiTokenId: idSchema })
