import { levelOf } from '@steward/contracts/level'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { counted } from '../node/words.ts'
import type { DraftForm } from './draft.rules.ts'

export function reentryText({ rule, times = 1, days = 1, whileRunning }: DraftForm['reentry']): string {
  if (rule === 'once') return 'Once'
  const how =
    rule === 'always' ? 'Every time' : `At most ${counted(times, 'time')} in ${counted(days, 'day')}`
  return whileRunning ? `${how}, also while it is still in the scenario` : how
}

/** What holds for a scenario as a whole, while it cannot be edited. */
export function ScenarioFacts({ form }: { form: DraftForm }) {
  const { description, level, timeZone, actionsPerDay, reentry } = form
  return (
    <>
      {description && <p className="text-2">{description}</p>}
      <DefinitionList
        items={[
          { term: 'Records', value: `${levelOf(level).label}s` },
          { term: 'A record may enter', value: reentryText(reentry) },
          { term: 'Time zone', value: timeZone.replaceAll('_', ' ') },
          { term: 'Actions per day', value: actionsPerDay?.toLocaleString() ?? 'No limit' },
        ]}
      />
    </>
  )
}
