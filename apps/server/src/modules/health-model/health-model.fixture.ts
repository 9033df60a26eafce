import type { HealthBounds, HealthMeasure, HealthModel, HealthModelState } from '@steward/contracts/health'
import type { LevelId } from '@steward/contracts/level'
import type { Client } from '../../../test/harness.ts'

type Wish = Omit<HealthMeasure, 'scoreId' | 'order'> & { scoreId?: number | null }

/** A measure of pulse for all accounts, but for what is said. */
export function measureOf(wish: Partial<Wish> = {}): Wish {
  return {
    name: 'Pulse',
    metric: 'field:-2',
    period: null,
    rules: [
      { operator: 'gte', value: 4, points: 10 },
      { operator: 'gte', value: 3, points: 5 },
    ],
    otherwise: 0,
    weight: 1,
    missing: 'ignore',
    groupId: null,
    scope: 1,
    scopeReferenceId: null,
    entityLevelId: 2,
    ...wish,
  }
}

/** Bounds of accounts, of all or of those in a stage. */
export function boundsOf(
  lowerBound: number,
  upperBound: number,
  scopeReferenceId: number | null = null,
): HealthBounds {
  const scope = scopeReferenceId === null ? 1 : 2
  return { scope, scopeReferenceId, entityLevelId: 2, config: { lowerBound, upperBound } }
}

type DraftWish = Partial<Omit<HealthModel, 'measures'>> & { measures?: readonly Wish[] }

/** Saves a draft of which nothing is left but what is said. Returns its state. */
export async function saveDraft(client: Client, level: LevelId, wish: DraftWish): Promise<HealthModelState> {
  const { revision } = (await client.get(`health-management/models/${level}`)).body.data
  const model = { source: { from: 'measures' }, groups: [], bounds: [], measures: [], ...wish }
  const answer = await client.put(`health-management/models/${level}`, { model, revision })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** Saves a draft and publishes it. Returns the state after. */
export async function publishModel(
  client: Client,
  level: LevelId,
  wish: DraftWish,
): Promise<HealthModelState> {
  const { revision } = await saveDraft(client, level, wish)
  const answer = await client.post(`health-management/models/${level}/publish`, { revision, note: '' })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
