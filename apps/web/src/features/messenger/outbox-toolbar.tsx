import { SearchField } from '../../components/search-field.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { Select } from '../../ui/select.tsx'
import type { MessageFilter } from './messenger.calls.ts'
import { channelNames, stateNames } from './message-words.tsx'

type OutboxToolbarProps = { filter: MessageFilter; onChange: (changes: MessageFilter) => void }

function optionsOf<K extends string>(names: Record<K, string>) {
  return (Object.keys(names) as K[]).map((value) => ({ value, label: names[value] }))
}

const states = optionsOf(stateNames)
const channels = optionsOf(channelNames)

export function OutboxToolbar({ filter, onChange }: OutboxToolbarProps) {
  return (
    <Toolbar>
      <SearchField
        label="Search messages"
        value={filter.query ?? ''}
        onChange={(query) => onChange({ query })}
      />
      <Select
        size="sm"
        aria-label="State"
        placeholder="Any state"
        clearable
        className="w-34"
        value={filter.state ?? null}
        onChange={(state) => onChange({ state: state ?? undefined })}
        options={states}
      />
      <Select
        size="sm"
        aria-label="Channel"
        placeholder="Mail and SMS"
        clearable
        className="w-36"
        value={filter.channel ?? null}
        onChange={(channel) => onChange({ channel: channel ?? undefined })}
        options={channels}
      />
    </Toolbar>
  )
}
