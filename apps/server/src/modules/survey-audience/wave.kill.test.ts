import { expect, it } from 'vitest'
import { byLength } from '../../../test/length.ts'
import { liveSurvey } from '../survey-management/survey.fixture.ts'
import { app, eachOnce, openWaves, waves } from './wave.fixture.ts'

const kills = byLength(2, 8)
const batchSize = 100
const people = (kills + 1) * batchSize + 50
const patience = 120_000

openWaves(people, patience)

it(
  `asks ${people} people exactly once although ${kills} workers are killed at the end of a batch`,
  { timeout: (kills + 2) * patience },
  async () => {
    const { surveyId } = await liveSurvey(await app.as('manager'), { channels: { mail: true } })
    const finished = await waves.startWave(surveyId)
    let batch = await waves.holdBatches()
    await batch.locked()
    for (let kill = 0; kill < kills; kill += 1) {
      waves.startWorker()
      // One batch gets through; the next one has written everything but its progress when the process is killed.
      batch = await waves.letOneThrough(batch)
      await waves.killWorker()
      await batch.cutOff()
      expect(await waves.counts()).toEqual(eachOnce((kill + 1) * batchSize))
    }
    waves.startWorker()
    await batch.reached()
    await batch.release()
    await finished()
    expect(await waves.counts()).toEqual(eachOnce(people))
  },
)
