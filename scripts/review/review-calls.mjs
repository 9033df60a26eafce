// The calls of an API document, made good so that a tool has something to spoil.

/** What would end the session, or never ends itself. */
const leftOut = /^(signOut|revoke|endSession|changePassword|followChanges)/i

export const bodyOf = ({ operation }) => operation.requestBody?.content?.['application/json']?.example

const headersOf = (token, body) => ({
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
})

/** Calls the API, and throws with its words when it refuses. */
export async function call(url, path, { token, body } = {}) {
  const answer = await fetch(`${url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: headersOf(token, body),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const read = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${read.message}`)
  return read
}

/** A token that outlives the review; sessions are renewed every five minutes. */
export async function tokenFor({ url, username, password }) {
  const { data } = await call(url, 'identity/sign-in', { body: { username, password, refresh: 'body' } })
  const { roleId } = (await call(url, 'identity/session', { token: data.token })).data.user
  const { data: roles } = await call(url, 'user-management/roles', { token: data.token })
  const { permissions } = roles.find((role) => role.roleId === roleId)
  const form = { name: 'Security review', permissions, expiresInDays: 1 }
  return (await call(url, 'identity/api-tokens', { token: data.token, body: form })).data.token
}

const keys = {
  organizations: 'organizationId',
  accounts: 'accountId',
  contacts: 'contactId',
  pipelines: 'pipelineId',
}

/** The first record of each level, by its name in paths. */
export async function firstIds(url, token) {
  const ids = {}
  for (const [plural, key] of Object.entries(keys)) {
    ids[plural] = (await call(url, `core/${plural}?pageSize=1`, { token })).data[0]?.[key]
  }
  return ids
}

/** The operations whose id a pattern finds and that take something. */
export function callsIn(document, only, ids) {
  const isMeant = new RegExp(only, 'i')
  return Object.entries(document.paths)
    .flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        ids,
        without: [],
      })),
    )
    .filter((one) => {
      const { operationId, parameters = [] } = one.operation
      const takesSomething = parameters.length > 0 || bodyOf(one) !== undefined
      return takesSomething && isMeant.test(operationId) && !leftOut.test(operationId)
    })
}

const sampleOf = ({ schema }) => schema.example ?? schema.default ?? schema.enum?.[0] ?? schema.minimum ?? 'a'

/** The address of a call, with samples of all its parameters but those that it goes without. */
export function addressOf({ path, operation, ids, without }) {
  const parameters = operation.parameters ?? []
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name) => {
    const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? { schema: {} }
    return String(schema.enum?.[0] ?? ids[path.split('/')[3]] ?? 1)
  })
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === 'query' && !without.includes(one.name))
      .map((one) => [one.name, String(sampleOf(one))]),
  )
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Whether a call is taken, and the parameters of its query that it is refused for. */
async function tryCall(url, token, one) {
  const body = bodyOf(one)
  const answer = await fetch(`${url}${addressOf(one)}`, {
    method: one.method,
    headers: headersOf(token, body),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { fields = {} } = answer.status === 400 ? await answer.json() : {}
  const refused = (one.operation.parameters ?? []).filter(
    ({ in: place, name }) => place === 'query' && name in fields && !one.without.includes(name),
  )
  return { isSound: answer.ok, refused: refused.map(({ name }) => name) }
}

/** The call without the parameters that it refuses together with the others, and whether it is good then. */
export async function soundCall(url, token, one) {
  const { isSound, refused } = await tryCall(url, token, one)
  if (isSound || refused.length === 0) return { ...one, isSound }
  return soundCall(url, token, { ...one, without: [...one.without, ...refused] })
}
