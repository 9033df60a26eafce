import { gzipSync } from 'node:zlib'
import { customDataTypes } from '@steward/contracts/data-type'
import { builtInFieldsOf } from '@steward/contracts/built-in-field'
import { levels, levelOf } from '@steward/contracts/level'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, exampleBody, readOperations, type Operation } from '../api-operation.ts'
import { injected } from '../injected.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { hostilePathParts, hostileQueries, hostileValues, pathsIn, withValueAt } from './hostile-value.ts'
import { isGroup, namesPlace } from './named-place.ts'
import { isSentence } from './sentence.ts'
import { byLength } from '../length.ts'

const noUpload = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let admin: Client
let operations: Operation[]
const idOf: Record<string, number> = {}
const stageOf: Record<number, number | undefined> = {}

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.as('administrator')
  operations = await readOperations(app)
  for (const { id, plural, idKey } of levels) {
    for (const dataType of customDataTypes) {
      const picklistDefinition = dataType.endsWith('Picklist') ? ['One'] : []
      const body = {
        displayName: dataType,
        name: `x_${dataType}`,
        dataType,
        columnLevel: id,
        picklistDefinition,
      }
      const field = await admin.post('core/fields', body)
      expect(field.status, JSON.stringify(field.body)).toBe(200)
    }
    const stages = await admin.get(`core/lifecycles?level=${id}`)
    stageOf[id] = stages.body.data[0]?.lifecycleStageId
    const parents = id === 4 ? { account: idOf['accounts'] } : {}
    const email = id === 3 ? { email: 'a@example.com' } : {}
    const globalFields = { name: plural, ...parents, ...email }
    const customFields = { x_mandatoryNumber: 1, x_mandatoryDate: '2026-01-01' }
    const made = await admin.post(`core/${plural}`, { globalFields, customFields })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    idOf[plural] = made.body.data[idKey]
  }
})
afterAll(() => app.stop())

/** What answers said of a fault that people could not read: the texts of the validator, and half sentences. */
const notSentences = new Set<string>()

interface Reply {
  status: number
  fields: string[]
  reason: string
}

/** An id that the path of an operation takes. */
function idIn({ path }: Operation): string {
  return path.includes('{uploadId}') ? noUpload : String(idOf[path.split('/')[3] ?? ''] ?? 1)
}

async function send(
  operation: Operation,
  payload: string | undefined,
  mediaType = 'application/json',
): Promise<Reply> {
  return sendTo(operation.method, addressOf(operation, idIn(operation)), payload, mediaType)
}

async function sendTo(
  method: Operation['method'],
  url: string,
  payload?: string,
  mediaType?: string,
): Promise<Reply> {
  const { status, json } = await injected(app.application.app, {
    method,
    url,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(payload === undefined || !mediaType ? {} : { 'content-type': mediaType }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const { fields = {}, reason = '', message = '' } = json
  if (status >= 400) {
    for (const text of [message, ...Object.values<string>(fields)]) {
      if (!isSentence(text)) notSentences.add(text.slice(0, 200))
    }
  }
  return { status, fields: Object.keys(fields), reason }
}

const takesJson = (operation: Operation): boolean =>
  operation.requestBody?.content['application/json'] !== undefined

/** A form that names every field of a level, with values that it takes. */
function formOf(plural: string): Record<string, unknown> {
  const level = levelOf(plural as 'accounts').id
  const good: Record<string, unknown> = {
    name: 'A name',
    'system:email': 'a@example.com',
    'system:pipelineStatus': 1,
    'system:lifecycleStageId': stageOf[level],
    'system:owners': [admin.actor.userId],
    primaryOwner: admin.actor.userId,
    account: level === 4 ? idOf['accounts'] : null,
    x_mandatoryNumber: 1,
    x_mandatoryDate: '2026-01-01',
    x_multiPicklist: ['One'],
    x_currency: { value: 1 },
  }
  const names = [
    ...builtInFieldsOf(level).filter((field) => field.editable),
    ...customDataTypes.map((type) => ({ name: `x_${type}` })),
  ].map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, good[name] ?? null]))
}

type BodyOf = (plural: string) => object

/** Bodies that a call takes where its example is refused for what it names. */
const bodyByVerb: Record<string, BodyOf> = {
  create: (plural) => ({ globalFields: formOf(plural), customFields: {} }),
  edit: (plural) => ({ data: formOf(plural), version: 1 }),
  change: (plural) => ({ ids: [idOf[plural]], action: 'edit', data: formOf(plural) }),
  assign: (plural) => ({ ids: [idOf[plural]], owners: [admin.actor.userId], mode: 'add' }),
  move: () => ({ formData: { organizationId: idOf['organizations'] } }),
}

const bodyById: Record<string, object> = {
  editField: { displayName: 'A field', description: '', required: false },
}

/** The body to spoil. */
function bodyOf(operation: Operation): unknown {
  const { path, operationId = '' } = operation
  if (path.endsWith('/restore-value')) return { field: 'about', changeSetId: 1 }
  const plural = path.split('/')[3] ?? ''
  const ofRecord = plural in idOf ? bodyByVerb[operationId.replace(/[A-Z].*$/, '')]?.(plural) : undefined
  return ofRecord ?? bodyById[operationId] ?? exampleBody(operation)
}

/** A smoke run puts each value into every fifth place, and another one into the next. */
const share = byLength(5, 1)

/** Calls of pages on other origins, whose JSON may come as text. */
const fromPages = new Set(['askSitePerson', 'showSurvey', 'answerSurvey'])

describe('every call that takes JSON', () => {
  it('refuses what is not JSON, and other media types', async () => {
    const wrong: string[] = []
    for (const operation of operations.filter(takesJson)) {
      for (const [payload, mediaType, expected] of [
        ['{"a":', 'application/json', 400],
        ['nonsense', 'application/json', 400],
        ['a=1', 'application/x-www-form-urlencoded', 415],
        ['<a/>', 'application/xml', 415],
        ['{}', 'text/plain', fromPages.has(operation.operationId ?? '') ? 400 : 415],
      ] as const) {
        const { status, reason } = await send(operation, payload, mediaType)
        if (status !== expected)
          wrong.push([operation.operationId, payload, mediaType, status, reason].join(' '))
      }
    }
    expect(wrong).toEqual([])
  })

  it('refuses a body that is compressed', async () => {
    const headers = {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    }
    const payload = gzipSync(JSON.stringify({ data: [], padding: 'x'.repeat(1_000_000) }))
    const url = '/api/user-management/users'
    const answer = await app.application.app.inject({ method: 'POST', url, headers, payload })
    expect([answer.statusCode, answer.json().reason]).toEqual([415, 'request.compressed'])
  })

  it('refuses keys that would reach into prototypes', async () => {
    const wrong: string[] = []
    for (const operation of operations.filter(takesJson)) {
      for (const payload of [
        '{"__proto__":{"isAdmin":true}}',
        '{"globalFields":{"__proto__":{"name":"x"}}}',
        '{"constructor":{"prototype":{"isAdmin":true}}}',
      ]) {
        const { status, reason } = await send(operation, payload)
        if (status !== 400 && status !== 429)
          wrong.push([operation.operationId, payload, status, reason].join(' '))
      }
    }
    expect(wrong).toEqual([])
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  it('refuses unknown keys and names them', async () => {
    const wrong: string[] = []
    for (const operation of operations.filter(takesJson)) {
      const example = exampleBody(operation)
      if (typeof example !== 'object' || Array.isArray(example)) continue
      const { status, fields } = await send(operation, JSON.stringify({ ...example, unknownKey: 1 }))
      const isNamed = namesPlace(fields, ['unknownKey'])
      if (status !== 429 && (status !== 400 || !isNamed))
        wrong.push([operation.operationId, status, fields].join(' '))
    }
    expect(wrong).toEqual([])
  })

  it.each(Object.entries(hostileValues).map(([name, value], at) => ({ name, value, at })))(
    'survives $name in its places, and names the place that it refuses',
    async ({ value, at }) => {
      const wrong: string[] = []
      let place = at
      for (const operation of operations.filter(takesJson)) {
        const body = bodyOf(operation)
        for (const path of [[], ...pathsIn(body)]) {
          place += 1
          if (place % share > 0) continue
          const { status, fields, reason } = await send(operation, withValueAt(body, path, value))
          const isNamed = status !== 400 || isGroup(path) || namesPlace(fields, path)
          // Where the body is refused as it stands, the fault that is named may be another.
          const isSound = async () => (await send(operation, JSON.stringify(body))).status !== 400
          if (status >= 500 || (!isNamed && (await isSound())))
            wrong.push([operation.operationId, path.join('.'), status, reason, fields].join(' '))
        }
      }
      expect(wrong).toEqual([])
    },
  )
})

describe('every call', () => {
  it('survives hostile values in its query, and names the one that it refuses', async () => {
    const wrong: string[] = []
    let place = 0
    for (const operation of operations) {
      const base = addressOf(operation, idIn(operation))
      for (const { name } of (operation.parameters ?? []).filter((one) => one.in === 'query')) {
        for (const query of [
          ...hostileQueries.map((value) => `${name}=${value}`),
          `${name}=1&${name}=2`,
          `${name}[a]=1`,
        ]) {
          place += 1
          if (place % share > 0) continue
          const url = `${base}${base.includes('?') ? '&' : '?'}${query}`
          const payload = takesJson(operation) ? JSON.stringify(exampleBody(operation)) : undefined
          const { status, fields, reason } = await sendTo(operation.method, url, payload, 'application/json')
          const isNamed = status !== 400 || namesPlace(fields, [name])
          if (status >= 500 || !isNamed)
            wrong.push([operation.operationId, query.slice(0, 60), status, reason, fields].join(' '))
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('answers 4xx to hostile values in its path', async () => {
    const wrong: string[] = []
    for (const operation of operations.filter(
      (one) => one.path.includes('{') && one.security === undefined,
    )) {
      for (const value of hostilePathParts) {
        // The ids of system fields are negative.
        if (value === '-1' && operation.path.includes('/system/')) continue
        const url = operation.path.replaceAll(/\{[^}]+\}/g, value)
        const payload = takesJson(operation) ? JSON.stringify(exampleBody(operation)) : undefined
        const { status, reason } = await sendTo(operation.method, url, payload, 'application/json')
        if (status < 400 || status >= 500)
          wrong.push([operation.operationId, value.slice(0, 30), status, reason].join(' '))
      }
    }
    expect(wrong).toEqual([])
  })
})

it('says every fault above in sentences', () => {
  expect([...notSentences].toSorted()).toEqual([])
})
