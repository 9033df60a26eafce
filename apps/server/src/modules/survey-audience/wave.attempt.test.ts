import { expect, it } from 'vitest'
import { liveSurvey } from '../survey-management/survey.fixture.ts'
import { app, eachOnce, openWaves, waves } from './wave.fixture.ts'

const people = 250
const patience = 120_000

openWaves(people, patience)

it(
  'goes on after more kills than attempts, because these are counted from the last batch',
  { timeout: 5 * patience },
  async () => {
    const { surveyId } = await liveSurvey(await app.as('manager'), { channels: { mail: true } })
    const finished = await waves.startWave(surveyId)
    // As after nine kills: the tenth attempt is the last one of a job.
    const { rowCount } = await app.application.platform.database.owner.query(
      `update graphile_worker._private_jobs set attempts = max_attempts - 1 where key like 'survey.wave:%'`,
    )
    expect(rowCount).toBe(1)
    let batch = await waves.holdBatches()
    await batch.locked()
    waves.startWorker()
    batch = await waves.letOneThrough(batch)
    await waves.killWorker()
    await batch.cutOff()
    waves.startWorker()
    await batch.reached()
    await batch.release()
    await finished()
    expect(await waves.counts()).toEqual(eachOnce(people))
  },
)
