import { useState, type FormEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ScenarioCeilingsForm } from '@steward/contracts/scenario/ceiling'
import { ApiError } from '../../../api/api-error.ts'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { NoPermission } from '../../../components/settings/no-permission.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { hourOptions, hourText } from '../node/words.ts'
import { useScenarioAct } from '../scenario.calls.ts'
import { scenariosStep } from '../scenario-words.ts'
import { callSecretQuery, limitsQuery, saveLimits } from './limits.calls.ts'

/** What all scenarios of the company keep to. */
export function ScenarioLimitsPage() {
  const may = useCan()
  return (
    <PageFrame title="Scenario limits" route="scenario-limits">
      <PageHeader title="Limits" breadcrumb={[scenariosStep]} />
      <PageContent>
        {may('scenario.read') ? <Limits /> : <NoPermission what="the limits of scenarios" />}
      </PageContent>
    </PageFrame>
  )
}

function Limits() {
  const { data, error, refetch } = useQuery(limitsQuery)
  if (data) return <LimitsForm limits={data} />
  if (error) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  return <Skeleton className="m-6 h-64" />
}

const laterHours = Array.from({ length: 24 }, (_, at) => ({ value: at + 1, label: hourText(at + 1) }))

type PartProps = {
  values: ScenarioCeilingsForm
  faults: Readonly<Record<string, string>>
  set: (change: Partial<ScenarioCeilingsForm>) => void
}

function HoursFields({ values: { hours }, faults, set }: PartProps) {
  return (
    <>
      <Checkbox
        label="Send emails in business hours only"
        description="On the working days of your default calendar, in the time zone of the scenario. Emails wait until then."
        checked={hours !== null}
        onCheckedChange={(isOn) => set({ hours: isOn ? { from: 8, to: 18 } : null })}
      />
      {hours && (
        <div className="flex gap-3">
          <Field label="From" error={faults['hours.from']} className="w-28">
            <Select<number>
              value={hours.from}
              options={hourOptions}
              onChange={(from) => from !== null && set({ hours: { ...hours, from } })}
            />
          </Field>
          <Field label="Until" error={faults['hours.to']} className="w-28">
            <Select<number>
              value={hours.to}
              options={laterHours}
              onChange={(to) => to !== null && set({ hours: { ...hours, to } })}
            />
          </Field>
        </div>
      )}
    </>
  )
}

function CountFields({ values, faults, set }: PartProps) {
  return (
    <>
      <Field
        label="Emails for each contact"
        help="From all scenarios together, within seven days. A contact who has got that many is skipped."
        error={faults['messagesPerWeek']}
        className="w-60"
      >
        <NumberField
          value={values.messagesPerWeek}
          min={1}
          max={100}
          decimals={0}
          suffix="a week"
          placeholder="Any number"
          onChange={(messagesPerWeek) => set({ messagesPerWeek })}
        />
      </Field>
      <Field
        label="Actions of each scenario"
        help="A scenario that reaches this pauses, and its creator decides how it continues. A scenario's own limit comes first."
        error={faults['actionsPerDay']}
        className="w-60"
      >
        <NumberField
          value={values.actionsPerDay}
          min={1}
          decimals={0}
          suffix="a day"
          placeholder="Any number"
          onChange={(actionsPerDay) => set({ actionsPerDay })}
        />
      </Field>
      <Field
        label="Late events"
        help="After an outage, events older than this let no record enter."
        error={faults['lateEventHours']}
        className="w-60"
      >
        <NumberField
          value={values.lateEventHours}
          min={1}
          max={720}
          decimals={0}
          suffix="hours"
          onChange={(hours) => set({ lateEventHours: hours ?? Number.NaN })}
        />
      </Field>
    </>
  )
}

function LimitsForm({ limits }: { limits: ScenarioCeilingsForm }) {
  const mayEdit = useCan()('scenario.edit')
  const [values, setValues] = useState(limits)
  const save = useScenarioAct(saveLimits, () => 'Limits saved')
  const set = (change: Partial<ScenarioCeilingsForm>) => setValues((now) => ({ ...now, ...change }))
  const faults = save.error instanceof ApiError ? (save.error.fields ?? {}) : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(values)
  }

  return (
    <form onSubmit={submit} noValidate className="flex max-w-150 flex-col gap-5 p-4 md:p-6">
      <fieldset disabled={!mayEdit} className="flex flex-col gap-5">
        <CountFields values={values} faults={faults} set={set} />
        <HoursFields values={values} faults={faults} set={set} />
      </fieldset>
      {mayEdit && (
        <div>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save limits
          </Button>
        </div>
      )}
      <CallSecret />
    </form>
  )
}

/** What the receivers of called URLs need to check that it was Steward that called. */
function CallSecret() {
  const { data } = useQuery(callSecretQuery)
  if (!data) return null
  return (
    <section aria-labelledby="call-secret" className="flex flex-col gap-2">
      <h2 id="call-secret" className="font-medium">
        Called URLs
      </h2>
      <p className="text-label text-2">
        Calls are signed as Standard Webhooks describes it. This secret checks them: keep it on your server.
      </p>
      <CopyText label="signing secret" text={data} />
    </section>
  )
}
