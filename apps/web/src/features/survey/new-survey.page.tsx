import { useId, useState, type FormEvent } from 'react'
import { surveyTypeLabels, surveyTypes, type SurveyType } from '@steward/contracts/plain/survey'
import { useCan } from '../../api/can.ts'
import { useGo } from '../../components/go.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { radioClass } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { createSurvey, useSurveyAct } from './survey.calls.ts'
import { typeDescriptions } from './survey-words.tsx'

/** What kind of survey, and its name; its questions are written for it. */
export function NewSurveyPage() {
  const may = useCan()('survey.edit')
  return (
    <PageFrame title="New survey" route="surveys">
      <PageHeader title="New survey" breadcrumb={[{ label: 'Surveys', to: paths.surveys }]} />
      <PageContent>{may ? <Start /> : <NoPermission what="the editor of surveys" />}</PageContent>
    </PageFrame>
  )
}

function Start() {
  const go = useGo()
  const [type, setType] = useState<SurveyType>('nps')
  const [name, setName] = useState('')
  const [fault, setFault] = useState<string>()
  const create = useSurveyAct(createSurvey)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') setFault('Enter a name.')
    else create.mutate({ name, type }, { onSuccess: ({ surveyId }) => go(paths.editSurvey(surveyId)) })
  }

  return (
    <form onSubmit={submit} noValidate className="flex max-w-150 flex-col gap-5 p-4 md:p-6">
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">What do you want to know?</legend>
        {surveyTypes.map((one) => (
          <TypeChoice key={one} type={one} isChosen={one === type} onChoose={() => setType(one)} />
        ))}
      </fieldset>
      <Field label="Name" required error={fault} help="Only your team sees it.">
        <Input
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setFault(undefined)
          }}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create survey
        </Button>
      </div>
    </form>
  )
}

type TypeChoiceProps = { type: SurveyType; isChosen: boolean; onChoose: () => void }

function TypeChoice({ type, isChosen, onChoose }: TypeChoiceProps) {
  const id = useId()
  return (
    <label
      className={cx(
        'flex cursor-pointer items-start gap-3 rounded-card border p-3 hover:bg-hover',
        isChosen ? 'border-accent-text bg-accent-soft' : 'border-line',
      )}
    >
      <input
        type="radio"
        name="survey-type"
        className={cx(radioClass, 'mt-0.5')}
        checked={isChosen}
        onChange={onChoose}
        aria-label={surveyTypeLabels[type]}
        aria-describedby={id}
      />
      <span>
        <span className="font-medium">{surveyTypeLabels[type]}</span>
        <span id={id} className="block text-label text-2">
          {typeDescriptions[type]}
        </span>
      </span>
    </label>
  )
}
