import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import { useRuleFields, useRuleLookups } from '../../../entities/rule/index.ts'
import { segmentsQuery } from '../../../entities/segment/index.ts'
import { useValueLookups } from '../../../entities/value/index.ts'
import { playbookChoicesQuery, scenarioChoicesQuery } from '../scenario.calls.ts'
import type { NodeSettings, NodeWords } from './node-kind.ts'

const none: readonly never[] = []

const isRule = (value: unknown): value is Rule => typeof value === 'object' && value !== null

/** The rules in the settings of nodes: those under `rule`, of the node or of its branches. */
function rulesIn(settings: readonly NodeSettings[]): Rule {
  const branches = settings.flatMap(({ branches: some }) =>
    Array.isArray(some) ? (some as NodeSettings[]) : [],
  )
  return { and: [...settings, ...branches].map(({ rule }) => rule).filter(isRule) }
}

/** The names behind the settings of nodes; what is not there yet is missing in sentences. */
export function useNodeWords(level: Level, settings: readonly NodeSettings[]): NodeWords {
  const { fields: known } = useRuleFields(level)
  const fields = known ?? none
  const isKnown = known !== undefined
  const rules = useMemo(() => rulesIn(settings), [settings])
  const lookups = useRuleLookups(useValueLookups(level), rules, fields)
  const { data: playbooks = none } = useQuery(playbookChoicesQuery(level.name))
  const { data: segments = none } = useQuery(segmentsQuery)
  const { data: scenarios = none } = useQuery(scenarioChoicesQuery(level.name))
  return useMemo(() => {
    const playbookById = new Map(playbooks.map(({ templateId, name }) => [templateId, name]))
    const segmentById = new Map(segments.map(({ segmentId, name }) => [segmentId, name]))
    const scenarioById = new Map(scenarios.map(({ scenarioId, name }) => [scenarioId, name]))
    return {
      level,
      isKnown,
      fields,
      lookups,
      playbookName: (id) => playbookById.get(id) ?? `Playbook ${id}`,
      segmentName: (id) => segmentById.get(id) ?? `Segment ${id}`,
      scenarioName: (id) => scenarioById.get(id) ?? `Scenario ${id}`,
    }
  }, [level, isKnown, fields, lookups, playbooks, segments, scenarios])
}
