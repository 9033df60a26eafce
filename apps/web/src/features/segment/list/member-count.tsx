import { useQuery } from '@tanstack/react-query'
import type { Rule } from '@steward/conditions'
import type { Level } from '@steward/contracts/level'
import { ruleMatchQuery } from '../../../entities/segment/index.ts'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

type MemberCountProps = {
  level: Level
  rule: Rule
  /** With the word for what is counted. */
  worded?: boolean
}

/** How many records meet a rule; asked when it is shown. */
export function MemberCount({ level, rule, worded }: MemberCountProps) {
  const { data, isError } = useQuery(ruleMatchQuery(level, rule))
  if (isError) return <span data-tooltip="The member count is not available">–</span>
  if (!data) return <Skeleton className="h-3 w-10" />
  if (!worded) return numberText(data.count)
  return `${numberText(data.count)} ${data.count === 1 ? 'member' : 'members'}`
}
