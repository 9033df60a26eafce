import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMailServer, type MailServer } from '../../src/modules/messenger/messenger.fixture.ts'
import { readOperations, type Operation } from '../api-operation.ts'
import { continueIdsAt } from '../fuzz/canary.ts'
import type { Schema } from '../fuzz/schema-value.ts'
import { clientOf, startTestApp, type Client, type TestApp } from '../harness.ts'
import { confirm } from '../sign-in.ts'
import { permissions, roleMay } from '@steward/contracts/plain/permission'
import { answerTo, firstNewId } from './answer.ts'
import { absentOf, createComparison, type Compared } from './comparison.ts'
import { startsJob } from './follow.ts'
import { handMade } from './hand-made.ts'
import { makeJobs, makeThings, type Things } from './things.ts'
import { callOf, waysOf, type Way } from './way.ts'

const firstHiddenId = 500_000

let app: TestApp
let mailServer: MailServer
let normal: Client
let ofToken: Client
let colleague: number
let operations: Operation[]
let shared: Record<string, Schema>
let hidden: Things
let seen: Things
let serial = 0

/** A client of the user's own API token, with all that their role may do. */
async function withApiToken(client: Client): Promise<Client> {
  await confirm(app, client)
  const body = {
    name: 'Everything',
    permissions: permissions.filter((one) => roleMay(client.actor.roleId, one)),
  }
  const answer = await client.post('identity/api-tokens', body)
  const { token } = answer.body.data
  return { actor: client.actor, token, ...clientOf(app.application, token) }
}

async function makeSeen(): Promise<void> {
  serial += 1
  await confirm(app, normal)
  const made = await makeThings(app, normal, `seen${String(serial).padStart(3, '0')}`, colleague)
  seen = { ...made, job: seen?.job ?? 0, export: seen?.export ?? 0 }
}

/** Calls that use up what they are about. */
const usesUp = ({ method, operationId = '' }: Operation): boolean =>
  method === 'DELETE' || /^(archive|churn|move|handOver|change\w+(Status|s)$|restore|undo)/.test(operationId)

/** Calls that a Normal User can't make, or not about what is there; what they name is compared all the same. */
const refusedAnyway: Record<string, string> = {
  moveOrganization: 'Organizations belong to nothing.',
  retryMail: 'Only mails that could not be sent are sent again.',
  stopExport: 'Only exports that have not ended are stopped.',
  stopBulk: 'Only jobs that have not ended are stopped.',
  importMails: 'Takes a form; the mails by hand are imported.',
  answerPlanComments: 'Only on links that take comments.',
}

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startTestApp({ SMTP_URL: mailServer.url, MAIL_FROM: 'Steward <steward@mail.test>' })
  const admin = await app.as('administrator')
  normal = await app.as('normalUser')
  ofToken = await withApiToken(normal)
  colleague = admin.actor.userId
  const { owner } = app.application.platform.database
  await continueIdsAt(owner, firstHiddenId)
  await confirm(app, admin)
  const made = await makeThings(app, admin, 'hidden', normal.actor.userId)
  hidden = { ...made, job: 0, export: 0 }
  await continueIdsAt(owner, firstNewId)
  await makeSeen()
  operations = await readOperations(app)
  shared = (await app.anonymous.get('openapi.json')).body.components.schemas
})
afterAll(async () => {
  await app.stop()
  await mailServer.stop()
})

function comparedOf(operation: Operation, ways: readonly Way[]): Compared[] {
  const operationId = operation.operationId ?? ''
  const generated = ways.map((way) => ({
    name: way.name,
    operationId,
    call: (things: Things) => callOf(operation, seen, { way, things }),
  }))
  const byHand = handMade.filter((one) => one.operationId === operationId)
  return [
    ...generated,
    ...byHand.map(({ name, isOnce = false, call }) => ({
      name,
      isOnce,
      operationId,
      call: (things: Things) => call(app, normal, things, seen),
    })),
  ]
}

interface Found {
  ways: number
  unknown: string[]
  different: string[]
  refused: string[]
}

/** Compares every way of these operations, as the user with a session and with an API token. */
async function compareAll(chosen: readonly Operation[]): Promise<Found> {
  const compare = createComparison(app, {
    hidden,
    absent: absentOf(hidden, 100_000, 'absent'),
    other: absentOf(hidden, 50_000, 'nobody'),
  })
  const found: Found = { ways: 0, unknown: [], different: [], refused: [] }
  for (const operation of chosen) {
    const { ways, unknown } = waysOf(operation, shared)
    found.unknown.push(...unknown)
    const compared = comparedOf(operation, ways)
    if (compared.length === 0) continue
    found.ways += compared.length
    for (const one of compared) found.different.push(...(await compare([normal, ofToken], one)))
    await callSeen(operation, found.refused)
    if (usesUp(operation)) await makeSeen()
  }
  return found
}

/** Operations that begin jobs, or name them: these run with a worker. */
const isOfJobs = ({ operationId = '', path }: Operation): boolean =>
  startsJob(operationId) || /\{(jobId|exportId)\}/.test(path)

async function startJobs(): Promise<void> {
  const { platform } = app.application
  await app.application.startWorker()
  await continueIdsAt(platform.database.owner, firstHiddenId + 40_000)
  const admin = await app.as('administrator')
  hidden = { ...hidden, ...(await makeJobs(admin, hidden, 'hidden')) }
  await continueIdsAt(platform.database.owner, firstNewId + 50_000)
  seen = { ...seen, ...(await makeJobs(normal, seen, 'seen')) }
}

/** There are hundreds of calls. Milliseconds, also on a busy machine. */
const patience = 600_000

describe('what a Normal User may not see', () => {
  let ways = 0

  it(
    'looks absent in every way to name it, with a session and with an API token',
    { timeout: patience },
    async () => {
      const found = await compareAll(operations.filter((one) => !isOfJobs(one)))
      ways += found.ways
      expect(found).toEqual({ ways: found.ways, unknown: [], different: [], refused: [] })
    },
  )

  it('looks absent in jobs and exports once they have ended', { timeout: patience }, async () => {
    await startJobs()
    const found = await compareAll(operations.filter(isOfJobs))
    ways += found.ways
    expect(found).toEqual({ ways: found.ways, unknown: [], different: [], refused: [] })
  })

  it('has been compared in all of them', () => {
    process.stdout.write(`${operations.length} operations, ${ways} ways to name a record\n`)
    expect(ways).toBeGreaterThan(500)
  })
})

/** The same call about what the caller sees: where it doesn't go through, its refusals say nothing about others. */
async function callSeen(operation: Operation, refused: string[]): Promise<void> {
  const operationId = operation.operationId ?? ''
  const given = await answerTo(app, normal, callOf(operation, seen))
  const isExpected = given.text.includes('permission.missing') || operationId in refusedAnyway
  if (given.status >= 400 && !isExpected) refused.push(`${operationId} ${given.status} ${given.text}`)
}
