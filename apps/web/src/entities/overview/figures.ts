import type { Level } from '@steward/contracts/level'
import type { Overview, PipelineFigure } from '@steward/contracts/overview'
import { mostCounted } from '@steward/contracts/plain/overview-card'
import { formatDay, readerDay } from '../../ui/day-text.ts'
import { numberText } from '../../ui/reader.ts'
import { exactText } from '../../components/time-text.ts'
import { sinceText } from './since-text.ts'
import { addedUp, type ValueLookups } from '../value/index.ts'

/** A figure of a record, with the tab that tells more. */
export interface Figure {
  label: string
  value: string
  /** Under the value. */
  detail?: string
  tooltip?: string
  tab: string
}

function pipelines(label: string, figure: PipelineFigure | null, lookups: ValueLookups): Figure[] {
  if (!figure) return []
  const { text, note } = addedUp(figure.amounts, lookups)
  return [{ label, value: numberText(figure.open), detail: text, tooltip: note, tab: 'pipelines' }]
}

function lastContact(at: string | null): Figure {
  const [label, tab] = ['Last contact', 'timeline']
  if (!at) return { label, value: 'Never', tooltip: 'No activity or email yet', tab }
  return {
    label,
    value: sinceText(at),
    detail: formatDay(readerDay(new Date(at))),
    tooltip: exactText(at),
    tab,
  }
}

const counted = (count: number, most: number) =>
  count < most ? numberText(count) : `${numberText(most - 1)}+`

/** How a record stands, in a few figures. */
export function figuresOf(level: Level, { figures, counts }: Overview, lookups: ValueLookups): Figure[] {
  const known = [
    ...pipelines('Open opportunities', figures.opportunities, lookups),
    ...pipelines('Open risks', figures.risks, lookups),
    lastContact(figures.lastContactAt),
  ]
  if (level.id < 3) {
    return [
      ...known,
      { label: 'Contacts', value: counted(counts.contacts, mostCounted.records), tab: 'contacts' },
    ]
  }
  return [
    ...known,
    { label: 'Emails', value: counted(counts.emails, mostCounted.items), tab: 'emails' },
    { label: 'Files', value: counted(counts.files, mostCounted.items), tab: 'files' },
  ]
}
