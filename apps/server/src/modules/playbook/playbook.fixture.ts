import type { InstanceDetail, PlaybookApplication } from '@steward/contracts/playbook/instance'
import { expect } from 'vitest'
import type { Answer, Client, TestApp } from '../../../test/harness.ts'

export const templates = 'playbook/playbook-templates'
export const instances = 'playbook/playbook-instances'

function good(answer: Answer): Answer['body'] {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Milliseconds for a batch on a busy machine. */
export const patience = 90_000

let count = 0

/** Creates an active playbook for accounts with three steps, and answers its id. */
export async function createPlaybook(client: Client, change: object = {}): Promise<number> {
  const { data } = good(
    await client.post(templates, {
      name: `Playbook ${(count += 1)}`,
      level: 'account',
      durationDays: 30,
      steps: [
        { key: 'call', title: 'Call {{record.name}}', checklist: ['Ask about goals'] },
        { key: 'write', title: 'Write', offset: { from: 'step', step: 'call', days: 2, unit: 'business' } },
        { key: 'close', title: 'Close', offset: { from: 'end', days: -5 } },
      ],
      ...change,
    }),
  )
  good(await client.post(`${templates}/${data.templateId}/active`))
  return data.templateId
}

export async function applyPlaybook(
  client: Client,
  templateId: number,
  given: object,
): Promise<PlaybookApplication> {
  return good(await client.post(`${templates}/${templateId}/apply`, given)).data
}

export async function readApplication(client: Client, applicationId: number): Promise<PlaybookApplication> {
  return good(await client.get(`playbook/applications/${applicationId}`)).data
}

type Step = InstanceDetail['steps'][number]

/** Tests know how many steps they have made, mostly three. */
type ReadInstance = InstanceDetail & { steps: [Step, Step, Step] }

export async function readInstance(client: Client, id: number): Promise<ReadInstance> {
  return good(await client.get(`${instances}/${id}`)).data
}

/** Creates many accounts of a user at once; answers their ids. */
export async function createAccounts(app: TestApp, { actor }: Client, number: number): Promise<number[]> {
  const act = { action: 'create', at: app.clock.now() } as const
  const { results } = await app.application.modules.records.write(actor, 2, act, () =>
    Array.from({ length: number }, (_, at) => ({
      kind: 'create' as const,
      values: { name: `Account ${at}` },
    })),
  )
  return results.map(({ recordId }) => recordId as number)
}

export interface HeldBatch {
  /** Resolves when a batch has written its records and waits to note in which group they are. */
  reached(): Promise<void>
  /** Ends the connections of what waits, as those of a process that is gone. */
  cutOff(): Promise<void>
  /** Lets the batch pass, and holds the next one. */
  next(): Promise<HeldBatch>
  release(): Promise<void>
}

/** Holds each batch of playbooks with a success measure at its end, before its commit. */
export async function holdBatches(app: TestApp): Promise<HeldBatch> {
  const { owner } = app.application.platform.database
  const holder = await owner.connect()
  await holder.query('begin')
  await holder.query('lock table playbook_assignment in share mode')
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid
  const waiting = async () =>
    (
      await owner.query(
        `select pid from pg_stat_activity
         where $1 = any(pg_blocking_pids(pid)) and query like '%playbook.assignments%'`,
        [pid],
      )
    ).rowCount
  const release = async () => {
    await holder.query('rollback')
    holder.release()
  }
  return {
    release,
    reached: () => expect.poll(waiting, { timeout: patience, interval: 20 }).toBe(1),
    async cutOff() {
      await owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))',
        [pid],
      )
      await expect.poll(waiting, { timeout: patience }).toBe(0)
    },
    async next() {
      // Locks of a table are given in the order in which they were asked for.
      const following = holdBatches(app)
      await expect
        .poll(
          async () =>
            (
              await owner.query(
                `select from pg_locks where not granted and mode = 'ShareLock'
                   and relation = 'playbook_assignment'::regclass
                   and database = (select oid from pg_database where datname = current_database())`,
              )
            ).rowCount,
          { timeout: patience },
        )
        .toBe(1)
      await release()
      return following
    },
  }
}
