import { expect, it } from 'vitest'
import type { Rule } from '@steward/conditions'
import type { HealthBounds } from '@steward/contracts/health'
import { chosenHealth, toggledHealth } from './health-filter.rules.ts'

const band = (lowerBound: number, upperBound: number, stage: number | null = null): HealthBounds => ({
  scope: stage === null ? 1 : 2,
  scopeReferenceId: stage,
  entityLevelId: 2,
  config: { lowerBound, upperBound },
})
const from = (value: number): Rule => ({ field: 'system:health', operator: 'greaterEqual', value })
const active: Rule = { field: 'entityArchived', operator: 'isFalse' }

it('adds bands as one condition with alternatives, and takes them away again', () => {
  const bands = [band(4, 7)]
  const poor = toggledHealth({ and: [active] }, 'Poor', bands)
  expect(poor).toEqual({ and: [active, { field: 'system:health', operator: 'lesser', value: 4 }] })
  const both = toggledHealth(poor, 'Average', bands)
  expect(both).toEqual({
    and: [
      active,
      {
        or: [
          { field: 'system:health', operator: 'lesser', value: 4 },
          { field: 'system:health', operator: 'between', value: [4, 6.99] },
        ],
      },
    ],
  })
  expect(chosenHealth(both, bands)).toEqual(['Poor', 'Average'])
  expect(toggledHealth(toggledHealth(both, 'Poor', bands), 'Average', bands)).toEqual({ and: [active] })
})

it('asks by the bands of stages that have their own', () => {
  const bands = [band(4, 7), band(2, 5, 9)]
  const good = toggledHealth(active, 'Good', bands)
  const stage = 'system:lifecycleStageId'
  expect(good).toEqual({
    and: [
      active,
      {
        or: [
          { and: [{ field: stage, operator: 'isNotSetTo', value: [9] }, from(7)] },
          { and: [{ field: stage, operator: 'isSetTo', value: [9] }, from(5)] },
        ],
      },
    ],
  })
  expect(chosenHealth(good, bands)).toEqual(['Good'])
  expect(chosenHealth(active, bands)).toEqual([])
})
