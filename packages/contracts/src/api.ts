import { z } from 'zod'

/** The closed list of error codes, and the status each one is answered with. */
export const statusByCode = {
  invalid_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByCode

/** The body of every failed call. `fields` maps the path of an invalid value to a sentence about it. */
export const errorSchema = z
  .object({
    code: z.enum(Object.keys(statusByCode) as [ErrorCode, ...ErrorCode[]]),
    reason: z.string().meta({ example: 'field.name_taken' }),
    message: z.string().meta({ example: 'There is already a field named "Region". Choose another name.' }),
    fields: z.record(z.string(), z.string()).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Error' })

export type ErrorBody = z.infer<typeof errorSchema>

/** `{ data }` around a response. */
export function dataOf<T extends z.ZodType>(schema: T): z.ZodObject<{ data: T }> {
  return z.object({ data: schema })
}

/** A positive id in a path or a query. */
export const idSchema = z.coerce
  .number({ error: 'An id must be a whole number.' })
  .int('An id must be a whole number.')
  .positive('An id must be greater than zero.')
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ example: 1 })

export const idParams = z.object({ id: idSchema })

/** A list of ids: in a query as `1,2,3`, in a body as an array. */
export const idListSchema = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(idSchema).max(10_000, 'Send at most 10,000 ids per call.'),
)

/** true and false as they are in a query string. */
export const flagSchema = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', ''])])
  .transform((value) => value === true || value === 'true' || value === '1')
  .meta({ example: true })

export const instantSchema = z.string().meta({ format: 'date-time', example: '2026-03-14T09:26:53.000Z' })
export const daySchema = z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).meta({ example: '2026-03-14' })
