import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness.ts'
import { liveSurvey } from '../survey-management/survey.fixture.ts'
import { createWaveSending, eachOnce } from './wave.fixture.ts'

const people = 100_000
const kills = 20
const patience = 3_600_000

let app: TestApp
let waves: ReturnType<typeof createWaveSending>

beforeAll(async () => {
  app = await startTestApp()
  waves = createWaveSending(app, patience)
  await waves.addPeople(people)
})
afterAll(async () => {
  await waves.killWorker()
  await app.stop()
})

it(
  `sends a wave to ${people} people exactly once although ${kills} workers are killed at any moment`,
  { timeout: patience },
  async () => {
    const manager = await app.as('manager')
    const { surveyId } = await liveSurvey(manager, { channels: { mail: true } })
    const finished = await waves.startWave(manager, surveyId)
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
