import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Asked } from './statement.ts'

/** Names the folder for what the tests of a run ask the database; without it nothing is written down. */
export const folderVariable = 'STATEMENT_FOLDER'

/** What the database of the run has, in the same folder. */
export const schemaFile = 'schema.json'

/** One for all statements that differ in literals and lengths of lists only. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, `''`)
    .replaceAll(/(?<![$\w])\d+(?:\.\d+)?/g, '0')
    .replaceAll(/((?:''|0|\$\d+)(?:::\w+)?)(?:\s*,\s*(?:''|0|\$\d+)(?:::\w+)?)+/g, '$1')
}

const ownFile = /apps\/server\/(?:src|test)\/[\w/.-]+\.ts/
const passedThrough = /\/platform\/db\/|\/distribution\/recording/
const ofTests = /\.(?:test|fixture)\.ts|apps\/server\/test\//
/** Whole databases and companies are moved as the owner, over all tenants; so they are looked through. */
const operating = /\/platform\/db\/migrate\.ts|\/src\/(?:backup|doctor)\//

/**
 * The files of the calls that led here, innermost first. Their names alone are read: the text of a stack costs
 * milliseconds in a test, because its lines are mapped to those of the sources.
 */
function callingFiles(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = 40
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '')
  // What prepareStackTrace returns becomes the stack.
  const files = new Error('where').stack as unknown as string[]
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return files
}

/** Whether a test itself asks, or an operator's command, and not the product in its daily work. */
function isAside(): boolean {
  const files = callingFiles()
  if (files.some((file) => operating.test(file))) return true
  const asking = files.find((file) => ownFile.test(file) && !passedThrough.test(file))
  return asking !== undefined && ofTests.test(asking)
}

const seen = new Set<string>()
const aside = new Set<string>()
let asked: Asked[] = []

function askedOf([first, second]: readonly unknown[]): Asked | undefined {
  if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] }
  const { text, values } = (first ?? {}) as Partial<Asked>
  return typeof text === 'string' ? { text, values: values ?? [] } : undefined
}

/** Notes a statement of a shape that is new. */
function note(parameters: readonly unknown[]): Asked | undefined {
  const statement = askedOf(parameters)
  if (!statement || aside.has(statement.text)) return undefined
  const shape = shapeOf(statement.text)
  if (seen.has(shape) || isAside()) return undefined
  seen.add(shape)
  // Only a tenant is looked for among the values.
  const values = statement.values.map((value) => (Number.isInteger(value) ? value : null))
  const noted: Asked = { text: statement.text, values }
  asked.push(noted)
  return noted
}

function noteColumns(noted: Asked, result: pg.QueryResult | undefined): void {
  if (result?.fields)
    noted.columns = result.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
}

/** Notes a statement, and then the columns of its result: the driver gives it to a callback, or promises it. */
function sendNoted(parameters: unknown[], send: (parameters: unknown[]) => unknown): unknown {
  const noted = note(parameters)
  if (!noted) return send(parameters)
  const callback = parameters.at(-1)
  if (typeof callback === 'function') {
    const noting = (error: unknown, result: pg.QueryResult) => {
      noteColumns(noted, result)
      callback(error, result)
    }
    return send([...parameters.slice(0, -1), noting])
  }
  const sent = send(parameters)
  if (sent instanceof Promise)
    void sent.then(
      (result) => noteColumns(noted, result),
      () => undefined,
    )
  return sent
}

type Query = (this: unknown, ...parameters: unknown[]) => unknown

function around(
  target: { query: unknown },
  act: (parameters: unknown[], send: (parameters: unknown[]) => unknown) => unknown,
): void {
  const query = target.query as Query
  target.query = function asBefore(this: unknown, ...parameters: unknown[]) {
    return act(parameters, (given) => query.apply(this, given))
  }
}

let isRecording = false

/** Notes from now on each shape of statement that the product sends. */
export function recordStatements(): void {
  if (isRecording || !process.env[folderVariable]) return
  isRecording = true
  around(pg.Client.prototype, sendNoted)
  // A pool asks when it has a connection; by then its caller is unknown.
  around(pg.Pool.prototype, (parameters, send) => {
    const statement = askedOf(parameters)
    if (statement && isAside()) aside.add(statement.text)
    return send(parameters)
  })
}

/** Writes down what was noted since the last time. */
export async function keepStatements(): Promise<void> {
  const folder = process.env[folderVariable]
  if (!folder || asked.length === 0) return
  const kept = asked
  asked = []
  await writeFile(join(folder, `${randomUUID()}.json`), JSON.stringify(kept))
}
