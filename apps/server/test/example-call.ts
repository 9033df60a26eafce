import { expect } from 'vitest'
import { exampleBody, type Operation, type Parameter } from './api-operation.ts'
import { kindOf } from './fuzz/id-kind.ts'
import type { Answer, Client, TestApp } from './harness.ts'
import { injected, type Injected } from './injected.ts'
import { namedObjects } from './own/own-objects.ts'

type Ids = Readonly<Record<string, string>>

/** A company with one object of every kind, whose ids stand where an example has ids. */
export interface World {
  client: Client
  ids: Ids
}

const good = ({ status, body }: Answer): Answer['body'] => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The bytes of the file that was announced. */
async function sendFile(app: TestApp, { token }: Client, uploadId: string): Promise<void> {
  const { status } = await injected(app.application.app, {
    method: 'PATCH',
    url: `/api/core/entity/bulk/uploads/${uploadId}?offset=0`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('name\nAda\n'),
  })
  expect(status).toBe(200)
}

export async function newWorld(app: TestApp): Promise<World> {
  const client = await app.foreigner()
  const objects = await namedObjects(app, client)
  const colleague = good(
    await client.post('user-management/users', {
      data: [{ email: `colleague.of.${client.actor.userId}@example.com`, roleId: 2 }],
    }),
  ).data[0].userId
  const exported = good(await client.post('core/accounts/export', { format: 'csv', columns: ['name'] })).data
  const [currency] = good(await client.get('currency/active-currencies')).data
  const [stage] = good(await client.get('core/lifecycles?level=account')).data
  const [session] = good(await client.get('identity/sessions')).data
  await sendFile(app, client, objects.upload)
  return {
    client,
    ids: {
      ...objects,
      colleague: String(colleague),
      sessionId: String(session.sessionId),
      exportId: String(exported.exportId),
      currency: String(currency.currencyDefinitionId),
      firstStage: String(stage.lifecycleStageId),
    },
  }
}

export const titleOf = ({ method, path }: Operation): string => `${method} ${path}`

const idKeys =
  /(^|[a-z])ids?$|^(owners|files|entity|parentIdentifier|organizations?|accounts?|contacts?|pipelines?|moveTo|orderArray)$/i

/** Keys whose ids are of a kind that their name alone does not say. */
const kindByKey: Readonly<Record<string, string>> = {
  toUserId: 'colleague',
  currencyDefinitionId: 'currency',
  moveTo: 'firstStage',
  orderArray: 'field',
}

/** No ids of objects, although they are called so. */
const plainKeys = new Set(['entityLevelId', 'scopeReferenceId', 'groupId', 'childId', 'roleId', 'inReplyTo'])

function idFor(key: string, path: string, ids: Ids): number | undefined {
  if (!idKeys.test(key) || plainKeys.has(key)) return undefined
  const kind = kindByKey[key] ?? kindOf(key, path)
  return kind === undefined ? undefined : Number(ids[kind])
}

/** The example with the ids of a world in it. */
function filled(value: unknown, path: string, ids: Ids, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, path, ids, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, filled(item, path, ids, name)]),
    )
  }
  if (key === 'uploadId') return ids['upload']
  return typeof value === 'number' ? (idFor(key, path, ids) ?? value) : value
}

/** What a call needs that is not there in a new company: other ids, or another body. */
type Preparation = (world: World, body: Answer['body']) => Promise<{ ids?: Ids; body?: unknown }>

async function revised({ client }: World, level: string, body: Answer['body']) {
  const { revision } = good(await client.get(`health-management/models/${level}`)).data
  return { body: { ...body, revision } }
}

const edited =
  (plural: string, kind: string): Preparation =>
  async ({ client, ids }, body) => {
    const path = `core/${plural}/${ids[kind]}`
    const { changeSetId } = good(await client.post(path, { data: { about: `Before ${Math.random()}` } }))
    return { body: { ...body, changeSetId } }
  }

const forColleague: Preparation = async ({ ids }) => ({ ids: { user: ids['colleague'] as string } })

const preparations: Readonly<Record<string, Preparation>> = {
  'POST /api/core/organizations/{id}/restore-value': edited('organizations', 'organization'),
  'POST /api/core/accounts/{id}/restore-value': edited('accounts', 'account'),
  'POST /api/core/contacts/{id}/restore-value': edited('contacts', 'contact'),
  'POST /api/core/pipelines/{id}/restore-value': edited('pipelines', 'pipeline'),
  'POST /api/health-management/models/{level}/trial': (world, body) => revised(world, 'organization', body),
  'PUT /api/health-management/models/{level}': (world, body) => revised(world, 'organization', body),
  async 'POST /api/health-management/models/{level}/publish'(world, body) {
    const model = { source: { from: 'accounts', how: 'worst' }, groups: [], measures: [], bounds: [] }
    const draft = (await revised(world, 'organization', { model })).body
    good(await world.client.put('health-management/models/organization', draft))
    return revised(world, 'organization', body)
  },
  async 'POST /api/core/timeline/{itemId}/restore'({ client, ids }) {
    good(await client.delete(`core/notes/${ids['note']}`))
    return { ids: { itemId: ids['note'] as string } }
  },
  'PATCH /api/user-management/users/{userId}': forColleague,
  'PATCH /api/user-management/users/{userId}/status': forColleague,
  'PATCH /api/user-management/users/{userId}/resend-invitation': forColleague,
  'PATCH /api/user-management/users/{userId}/disable-mfa': forColleague,
}

function inPath({ path, parameters = [] }: Operation, ids: Ids): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    if (parameter?.schema.enum) return String(parameter.schema.enum[0])
    const kind = name === 'userId' ? 'user' : name in ids ? name : kindOf(name, path)
    return path.includes('fields/system') ? '-2' : String(ids[kind ?? ''] ?? parameter?.schema.example ?? 1)
  })
}

function sampleOf({ name, schema }: Parameter, path: string, ids: Ids): string {
  const example = schema.example ?? schema.enum?.[0] ?? schema.minimum ?? 1
  return String(filled(example, path, ids, name))
}

function addressOf(operation: Operation, ids: Ids): string {
  const required = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(
    required.map((one): [string, string] => [one.name, sampleOf(one, operation.path, ids)]),
  )
  return required.length > 0 ? `${inPath(operation, ids)}?${query}` : inPath(operation, ids)
}

/** Calls an operation with its own example, and tells the answer in words too. */
export async function callExample(
  app: TestApp,
  operation: Operation,
  world: World,
): Promise<Injected & { text: string }> {
  const example = exampleBody(operation)
  const given = filled(example, operation.path, world.ids)
  const prepared = await preparations[titleOf(operation)]?.(world, given)
  const body = prepared?.body ?? given
  const url = addressOf(operation, { ...world.ids, ...prepared?.ids })
  const answer = await injected(app.application.app, {
    method: operation.method,
    url,
    headers: { authorization: `Bearer ${world.client.token}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const text = `${operation.method} ${url} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.json)}`
  return { ...answer, text }
}
