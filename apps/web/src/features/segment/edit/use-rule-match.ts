import { useEffect, useMemo, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import { errorText } from '../../../api/error-text.ts'
import { ruleMatchQuery } from '../../../entities/segment/index.ts'

export interface LiveMatch {
  count: number | undefined
  /** The count belongs to the rule as it was before. */
  stale: boolean
  error: string | null
  broken: ReadonlySet<string>
}

const pause = 300

/** How many records a rule matches while it is being built. A question that is overtaken is called off. */
export function useRuleMatch(level: Level, rule: Rule): LiveMatch {
  const [asked, setAsked] = useState({ level, rule })
  useEffect(() => {
    const timer = window.setTimeout(() => setAsked({ level, rule }), pause)
    return () => window.clearTimeout(timer)
  }, [level, rule])
  const { data, error, isPlaceholderData } = useQuery({
    ...ruleMatchQuery(asked.level, asked.rule),
    placeholderData: keepPreviousData,
  })
  const isOvertaken = asked.rule !== rule || asked.level !== level
  return {
    count: data?.count,
    stale: isPlaceholderData || isOvertaken,
    error: error && !isOvertaken ? errorText(error) : null,
    broken: useMemo(() => new Set(data?.broken), [data]),
  }
}
