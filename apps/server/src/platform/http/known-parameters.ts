import type { preValidationHookHandler } from 'fastify'
import { z } from 'zod'
import { invalid } from '../errors.ts'

/** The names of the query parameters that a schema describes; null where it is loose and takes others too. */
function namesOf(schema: z.ZodType): string[] | null {
  if (schema instanceof z.ZodObject) return schema.def.catchall ? null : Object.keys(schema.shape)
  if (schema instanceof z.ZodPipe) return namesOf(schema.in as z.ZodType)
  throw new Error(`A query is described by an object, not by ${schema.type}`)
}

function unknownText(name: string, known: readonly string[]): string {
  const text = `"${name}" is an unknown query parameter.`
  return known.length === 0
    ? `${text} This call takes none.`
    : `${text} This call takes: ${known.join(', ')}.`
}

/** Refuses query parameters that a call does not describe: a misspelt filter would be left out silently. */
export function refuseUnknownParameters(schema: z.ZodType | undefined): preValidationHookHandler {
  const known = schema ? namesOf(schema) : []
  if (known === null) return (_request, _reply, done) => done()
  const names = new Set(known)
  return (request, _reply, done) => {
    const unknown = Object.keys(request.query as object).filter((name) => !names.has(name))
    if (unknown.length === 0) return done()
    const shown = unknown.slice(0, 3).map((name) => name.slice(0, 60))
    const fields = Object.fromEntries(shown.map((name) => [name, unknownText(name, known)]))
    done(invalid('request.invalid', fields))
  }
}
