import { expect, it } from 'vitest'
import { liveSurvey } from '../survey-management/survey.fixture.ts'
import { app, eachOnce, openWaves, waves } from './wave.fixture.ts'

const people = 100_000
const kills = 20
const patience = 3_600_000

openWaves(people, patience)

it(
  `sends a wave to ${people} people exactly once although ${kills} workers are killed at any moment`,
  { timeout: patience },
  async () => {
    const { surveyId } = await liveSurvey(await app.as('manager'), { channels: { mail: true } })
    const finished = await waves.startWave(surveyId)
    for (let kill = 1; kill <= kills; kill += 1) {
      waves.startWorker()
      // Each dies while it works on a part of its own of the wave.
      await waves.poll(waves.sent).toBeGreaterThanOrEqual(Math.round((people * kill) / (kills + 1)))
      await waves.killWorker()
    }
    waves.startWorker()
    await finished()
    expect(await waves.counts()).toEqual(eachOnce(people))
  },
)
