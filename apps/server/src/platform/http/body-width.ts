import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'

/** Members of one object: more than a form has fields. Checking each against a schema would hold up the others. */
const mostMembers = 5000
/** Deeper than any body that a schema takes. */
const deepest = 12

function refuseWide(body: unknown, depth = 0): void {
  if (typeof body !== 'object' || body === null || depth > deepest) return
  if (Array.isArray(body)) {
    for (const item of body) refuseWide(item, depth + 1)
    return
  }
  if (Object.keys(body).length > mostMembers) {
    const message = 'An object can have at most 5,000 members. Split the call.'
    throw invalid('request.too_wide', { body: message })
  }
  for (const value of Object.values(body)) refuseWide(value, depth + 1)
}

/** Refuses JSON in which an object has too many members, before a schema looks at each of them. */
export function refuseWideBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ headers, body }) => {
    if (headers['content-type']?.startsWith('application/json')) refuseWide(body)
  })
}
