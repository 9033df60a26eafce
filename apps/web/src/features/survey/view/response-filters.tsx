import { npsGroups, surveyChannels, type SurveyType } from '@steward/contracts/plain/survey'
import { Toolbar } from '../../../components/toolbar.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { channelLabels, groupLabels } from '../survey-words.tsx'
import type { useResponseFilters } from './response-view.ts'

const groups = npsGroups.map((value) => ({ value, label: `${groupLabels[value]}s` }))
const channels = surveyChannels.map((value) => ({ value, label: channelLabels[value] }))

type ResponseFiltersProps = ReturnType<typeof useResponseFilters> & { type: SurveyType }

export function ResponseFilters({ type, filters, change }: ResponseFiltersProps) {
  return (
    <Toolbar
      end={
        <Switch
          label="With comments"
          checked={filters.hasComment === true}
          onCheckedChange={(comment) => change({ comment: comment || undefined })}
        />
      }
    >
      {type === 'nps' && (
        <Select
          aria-label="Group"
          size="sm"
          className="w-36"
          value={filters.group ?? null}
          options={groups}
          placeholder="All groups"
          clearable
          onChange={(group) => change({ group: group ?? undefined })}
        />
      )}
      <Select
        aria-label="Channel"
        size="sm"
        className="w-36"
        value={filters.channel ?? null}
        options={channels}
        placeholder="All channels"
        clearable
        onChange={(channel) => change({ channel: channel ?? undefined })}
      />
      <div className="flex items-center gap-1.5">
        <span className="text-label text-2" aria-hidden>
          From
        </span>
        <div className="w-36">
          <DateField
            aria-label="Answered from"
            size="sm"
            value={filters.answeredFrom ?? null}
            onChange={(from) => change({ from: from ?? undefined })}
          />
        </div>
      </div>
      <div className="flex items-center gap-1.5">
        <span className="text-label text-2" aria-hidden>
          To
        </span>
        <div className="w-36">
          <DateField
            aria-label="Answered to"
            size="sm"
            value={filters.answeredTo ?? null}
            onChange={(to) => change({ to: to ?? undefined })}
          />
        </div>
      </div>
    </Toolbar>
  )
}
