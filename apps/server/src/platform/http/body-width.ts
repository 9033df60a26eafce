import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'

/** Members of one object: more than a form has fields. Reading and checking each would hold up the others. */
const mostMembers = 5000

const [quote, backslash, colon] = ['"', '\\', ':'].map((sign) => sign.charCodeAt(0))
const [openBrace, closeBrace] = ['{', '}'].map((sign) => sign.charCodeAt(0))

/** Where the text that begins with the quote at `start` ends; the end of the JSON where it does not. */
function endOfText(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let escapes = 0
    while (json.charCodeAt(at - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return json.length
}

/** Whether an object of a JSON text has more members than `most`. Takes a few nanoseconds per byte. */
export function hasWideObject(json: string, most: number): boolean {
  /** The members so far of the objects that are open, the outermost first. */
  const open: number[] = []
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at)
    if (sign === quote) at = endOfText(json, at)
    else if (sign === openBrace) open.push(0)
    else if (sign === closeBrace) open.pop()
    else if (sign === colon) {
      const members = (open.pop() ?? 0) + 1
      if (members > most) return true
      open.push(members)
    }
  }
  return false
}

/** Refuses JSON in which an object has too many members, before it is parsed. */
export function refuseWideBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'ignore')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (!hasWideObject(String(body), mostMembers)) return parse(request, String(body), done)
    const message = 'An object can have at most 5,000 members. Split the call.'
    done(invalid('request.too_wide', { body: message }))
  })
}
