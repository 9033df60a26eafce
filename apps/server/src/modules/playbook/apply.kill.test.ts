import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { byLength } from '../../../test/length.ts'
import { startWorkerProcess } from '../../../test/worker-process.ts'
import { undo } from '../record/record.fixture.ts'
import {
  applyPlaybook,
  createAccounts,
  createPlaybook,
  holdBatches,
  patience,
  readApplication,
} from './playbook.fixture.ts'

const kills = byLength(2, 8)
const batchSize = 200
const records = (kills + 1) * batchSize + 50
const steps = 3

let app: TestApp
let manager: Client
let worker: ChildProcess | undefined

beforeAll(async () => {
  app = await startTestApp()
  manager = await app.as('manager')
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await app.stop()
})

function startWorker(): ChildProcess {
  worker = startWorkerProcess(app)
  return worker
}

async function written(): Promise<{ instances: number; records: number; tasks: number; assigned: number }> {
  const { rows } = await app.application.platform.database.owner.query(
    `select count(*)::int as instances, count(distinct record_id)::int as records,
       (select count(*) from task where instance_id is not null)::int as tasks,
       (select count(*) from playbook_assignment)::int as assigned
     from playbook_instance`,
  )
  return rows[0]
}

it(
  `gives ${records} records a playbook exactly once although ${kills} workers are killed at the end of a batch; one undo takes all back`,
  { timeout: 2 * patience + kills * patience },
  async () => {
    const entities = await createAccounts(app, manager, records)
    // Nothing is held out: the measure only has each batch end with a write that the test can hold.
    const effect = { measure: 'health', field: null, days: 90, holdOutPercent: 0 }
    const templateId = await createPlaybook(manager, { effect })
    const { applicationId, state } = await applyPlaybook(manager, templateId, { entities })
    expect(state).toBe('running')

    let batch = await holdBatches(app)
    for (let kill = 0; kill < kills; kill += 1) {
      const doomed = startWorker()
      await batch.reached()
      // One batch gets through; the next one has written everything but its last rows when the process is killed.
      batch = await batch.next()
      await batch.reached()
      const gone = once(doomed, 'exit')
      doomed.kill('SIGKILL')
      await gone
      await batch.cutOff()
      const sofar = (kill + 1) * batchSize
      expect(await written()).toEqual({
        instances: sofar,
        records: sofar,
        tasks: sofar * steps,
        assigned: sofar,
      })
      expect(await readApplication(manager, applicationId)).toMatchObject({
        state: 'running',
        processed: sofar,
      })
    }
    startWorker()
    await batch.reached()
    await batch.release()
    await expect
      .poll(async () => (await readApplication(manager, applicationId)).state, { timeout: patience })
      .toBe('completed')
    const done = await readApplication(manager, applicationId)
    expect(done).toMatchObject({
      matched: records,
      processed: records,
      applied: records,
      refused: 0,
      running: 0,
      tasks: records * steps,
    })
    expect(await written()).toEqual({
      instances: records,
      records,
      tasks: records * steps,
      assigned: records,
    })
    await undo(manager, done.changeSetId as number)
    expect(await written()).toMatchObject({ instances: 0, tasks: 0 })
  },
)
