import { levels, type LevelId } from '@steward/contracts/level'
import { starterFields } from '@steward/contracts/plain/starter-field'
import type { Application } from '../application.ts'
import { demoDomain } from '../modules/getting-started/index.ts'
import type { Actor } from '../platform/actor.ts'
import { findScenario } from './customer/customer.scenario.ts'
import { surveyName } from './customer/customer.survey.ts'
import { segments } from './customer/customer.work.ts'
import { listDefinitions } from './demo.fields.ts'
import { readSource } from './demo.source.ts'

type Removing = Pick<Application, 'platform' | 'modules'>

/** Records are deleted by so many at once. */
const batchSize = 250

/** What hangs below others first. */
const fromBelow: readonly LevelId[] = [4, 3, 2, 1]

async function removeRecords({ modules }: Removing, actor: Actor, signal: AbortSignal): Promise<void> {
  const { gettingStarted, records } = modules
  for (const level of fromBelow) {
    for (;;) {
      signal.throwIfAborted()
      const ids = await gettingStarted.demoRecords(actor.tenantId, level, batchSize)
      if (ids.length === 0) break
      // What the company put records of its own under is its own from now on.
      const kept = await records.remove(actor, level, ids)
      await gettingStarted.releaseRecords(actor.tenantId, kept)
    }
  }
}

/** The segments of the demo, unless someone has changed them. */
async function removeSegments({ modules }: Removing, actor: Actor): Promise<void> {
  const wanted = new Map<string, string>(segments.map(({ name, description }) => [name, description]))
  const all = await modules.segments.list(actor, { level: 2, tab: 'All' })
  for (const { segmentId, name, description } of all) {
    if (wanted.get(name) === description) await modules.segments.remove(actor, segmentId)
  }
}

/** The fields that the demo brought, where no record has a value in them. */
async function removeFields({ modules }: Removing, actor: Actor): Promise<void> {
  const kept = new Set(starterFields.map(({ name }) => name))
  const brought = listDefinitions(await readSource()).filter(({ name }) => name && !kept.has(name))
  for (const { id } of levels) {
    const names = new Set(brought.filter(({ columnLevel }) => columnLevel === id).map(({ name }) => name))
    const fields = await modules.fields.listFields(actor, {
      level: id,
      format: 'list',
      withUsage: true,
    })
    for (const field of fields) {
      if (names.has(field.name) && field.usage === 0) {
        await modules.fields.deleteField(actor, field.customColumnId)
      }
    }
  }
}

/** The survey of the demo with its answers, and its scenario with its runs. */
async function removeAutomations({ modules }: Removing, actor: Actor): Promise<void> {
  const surveys = (await modules.surveys.list(actor)).filter(({ name }) => name === surveyName)
  for (const { surveyId } of surveys) await modules.surveys.remove(actor, surveyId)
  const scenario = await findScenario({ modules, actor })
  if (!scenario) return
  await modules.scenarios.deactivate(actor, scenario.scenarioId)
  await modules.scenarios.remove(actor, scenario.scenarioId)
}

/**
 * Deactivates the people of the demo and removes them from every list; what they own goes to whoever removes the demo.
 * They are not deleted, because changes to the customers that stay are shown with their names.
 */
async function removePeople({ modules }: Removing, actor: Actor): Promise<void> {
  const { all } = await modules.users.directory(actor.tenantId)
  const people = all.filter(({ email }) => email.endsWith(`@${demoDomain}`))
  for (const { userId, status } of people) {
    if (status === 'DEACTIVATED') continue
    await modules.users.changeStatus(actor, userId, { status: 'DEACTIVATED', handOverTo: actor.userId })
  }
  const ids = people.map(({ userId }) => userId)
  await modules.users.retire(actor.tenantId, ids)
}

/** Removes all that came with the demo. Where it was cut short, it goes on from there. */
export async function removeDemo(removing: Removing, actor: Actor, signal: AbortSignal): Promise<void> {
  await removeRecords(removing, actor, signal)
  await removeSegments(removing, actor)
  await removeAutomations(removing, actor)
  await removeFields(removing, actor)
  await removePeople(removing, actor)
  await removing.modules.ledger.forgetGone(actor)
  await removing.modules.notifications.dropGone(actor.tenantId)
  await removing.modules.currency.removeSamples(actor.tenantId)
  await removing.modules.gettingStarted.finishRemoval(actor.tenantId)
}
