import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  isStatusLookup,
  planLimits,
  planLookupTypes,
  planProgressMeanings,
  planStatusMeanings,
  type PlanLookup,
  type PlanLookupType,
  type PlanMeaning,
} from '@steward/contracts/plain/success-plan'
import { isSessionExpired } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorText } from '../../api/error-text.ts'
import { FormAlert } from '../../components/settings/form-alert.tsx'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { SettingsRows } from '../../components/settings/settings-rows.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshPlans } from '../../entities/success-plan/index.ts'
import { createLookup, planLookupsQuery, updateLookup } from './success-plan.calls.ts'

const typeLabels: Readonly<Record<PlanLookupType, string>> = {
  SUCCESS_PLAN_STATUS: 'Statuses of plans',
  SUCCESS_PLAN_PROGRESS: 'Progress of plans',
  MILESTONE_STATUS: 'Statuses of milestones',
  KPI_PROGRESS: 'Progress of KPIs',
}

const meaningLabels: Readonly<Record<PlanMeaning, string>> = {
  open: 'Not started',
  inProgress: 'In progress',
  completed: 'Completed',
  none: 'Not set',
  onTrack: 'On track',
  behind: 'Behind',
  achieved: 'Achieved',
  missed: 'Not achieved',
}

type Edited = { type: PlanLookupType; entry: PlanLookup | null }

/** What plans, milestones and KPIs can be: renamed and extended by the company. */
export function PlanLookupsPage() {
  const may = useCan()('activity.administer')
  const query = useQuery({ ...planLookupsQuery, enabled: may })
  const [edited, setEdited] = useState<Edited | null>(null)
  return (
    <SettingsPage
      title="Success plans"
      permission="activity.administer"
      what="the statuses and progress of success plans"
      overlay={edited && <LookupDialog edited={edited} onClose={() => setEdited(null)} />}
    >
      <SettingsRows query={query} what="the lists of success plans">
        {(lookups) => (
          <div className="flex max-w-180 flex-col gap-6 p-4 md:px-6">
            {planLookupTypes.map((type) => (
              <LookupList
                key={type}
                type={type}
                entries={lookups.filter((one) => one.type === type)}
                onEdit={(entry) => setEdited({ type, entry })}
              />
            ))}
          </div>
        )}
      </SettingsRows>
    </SettingsPage>
  )
}

interface LookupListProps {
  type: PlanLookupType
  entries: readonly PlanLookup[]
  onEdit: (entry: PlanLookup | null) => void
}

function LookupList({ type, entries, onEdit }: LookupListProps) {
  const client = useQueryClient()
  const label = typeLabels[type]

  async function turn(lookupId: number, isActive: boolean) {
    try {
      await updateLookup(lookupId, { isActive })
      await refreshPlans(client)
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `lookup-${lookupId}` })
    }
  }

  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <div className="flex items-center justify-between">
        <h2 className="text-title font-semibold">{label}</h2>
        <Button size="sm" aria-label={`Add to ${label}`} onClick={() => onEdit(null)}>
          Add
        </Button>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {entries.map((entry) => (
          <li key={entry.lookupId} className="flex items-center gap-4 py-1.5">
            <span className="min-w-0 flex-1 truncate font-medium">{entry.name}</span>
            <span className="w-28 shrink-0 text-label text-2 max-sm:hidden">
              {meaningLabels[entry.meaning]}
            </span>
            <Switch
              label={`${entry.name} can be chosen`}
              hideLabel
              checked={entry.isActive}
              onCheckedChange={(isActive) => turn(entry.lookupId, isActive)}
            />
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Rename ${entry.name}`}
              onClick={() => onEdit(entry)}
            >
              Rename
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function LookupDialog({ edited: { type, entry }, onClose }: { edited: Edited; onClose: () => void }) {
  const client = useQueryClient()
  const meanings = isStatusLookup(type) ? planStatusMeanings : planProgressMeanings
  const [name, setName] = useState(entry?.name ?? '')
  const [meaning, setMeaning] = useState<PlanMeaning>(entry?.meaning ?? meanings[0])
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  async function save() {
    setBusy(true)
    setFault(null)
    try {
      if (entry) await updateLookup(entry.lookupId, { name })
      else await createLookup({ type, name, meaning })
      await refreshPlans(client)
      onClose()
    } catch (error) {
      if (!isSessionExpired(error)) setFault(errorText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={entry ? `Rename ${entry.name}` : `Add to ${typeLabels[type].toLowerCase()}`}
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormAlert text={fault} />
        <Field label="Name" required>
          <Input
            value={name}
            maxLength={planLimits.lookupName}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {!entry && (
          <Field label="Means" help="How Steward treats plans with it, for example in the filter Behind.">
            <Select
              value={meaning}
              options={meanings.map((value) => ({ value, label: meaningLabels[value] }))}
              onChange={(next) => next && setMeaning(next)}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}
