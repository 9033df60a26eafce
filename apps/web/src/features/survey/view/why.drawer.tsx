import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { levelOf } from '@steward/contracts/level'
import { askChannels, type AskChannel } from '@steward/contracts/plain/survey'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { momentText } from '../../../components/moment-text.ts'
import { findRecords } from '../../../entities/record/index.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { formatDay } from '../../../ui/day-text.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Option } from '../../../ui/option.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import type { LoadOptions } from '../../../ui/use-loaded-options.ts'
import { createLink, whyQuery } from '../audience.calls.ts'
import { useSurveyAct } from '../survey.calls.ts'
import { channelLabels } from '../survey-words.tsx'

const channels = askChannels.map((value) => ({ value, label: channelLabels[value] }))

const loadContacts: LoadOptions = async (query, signal) =>
  (await findRecords(levelOf('contact'), query, signal)).map(({ id, name, parentName }) => ({
    value: id,
    label: name,
    detail: parentName ?? undefined,
  }))

/** Says of any contact whether they are asked, and why not; gives their personal link. */
export function WhyDrawer({ surveyId, onClose }: { surveyId: number; onClose: () => void }) {
  const [contact, setContact] = useState<Option | null>(null)
  const [channel, setChannel] = useState<AskChannel>('mail')
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title="Who is asked">
      <div className="flex flex-col gap-4 p-4">
        <Field label="Contact">
          <Combobox value={contact} onChange={setContact} load={loadContacts} placeholder="Search contacts" />
        </Field>
        <Segmented label="Channel" value={channel} onChange={setChannel} options={channels} />
        {contact && (
          <Answer
            key={`${contact.value} ${channel}`}
            surveyId={surveyId}
            contactId={Number(contact.value)}
            channel={channel}
          />
        )}
      </div>
    </Drawer>
  )
}

/** The server ends reasons with a day as YYYY-MM-DD. */
const withDay = (reason: string): string =>
  reason.replace(/\d{4}-\d{2}-\d{2}(?=\.$)/, (day) => formatDay(day))

type AnswerProps = { surveyId: number; contactId: number; channel: AskChannel }

function Answer({ surveyId, contactId, channel }: AnswerProps) {
  const { data, error } = useQuery(whyQuery(surveyId, contactId, channel))
  if (error) return <ErrorPanel compact {...errorPanelProps(error)} />
  if (!data) return null
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={data.isAsked ? 'good' : 'average'}>{data.isAsked ? 'Asked' : 'Not asked'}</Badge>
        {withDay(data.reason)}
      </p>
      {data.asks.length > 0 && (
        <section aria-label="Surveys sent">
          <h3 className="text-label font-medium text-2">Surveys sent to {data.contact.name}</h3>
          <ul className="mt-1 divide-y divide-line">
            {data.asks.map(({ surveyName, channel: by, askedAt, answeredAt }) => (
              <li key={`${surveyName} ${askedAt}`} className="py-1.5">
                {surveyName} <span className="text-2">({channelLabels[by]})</span>
                <span className="block text-label text-2">
                  {momentText(askedAt)}, {answeredAt ? `answered ${momentText(answeredAt)}` : 'not answered'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PersonalLink surveyId={surveyId} contactId={contactId} />
    </div>
  )
}

function PersonalLink({ surveyId, contactId }: Omit<AnswerProps, 'channel'>) {
  const mayEdit = useCan()('survey.edit')
  const link = useSurveyAct(() => createLink(surveyId, contactId))
  if (!mayEdit) return null
  if (link.data) return <CopyText label="link" text={link.data} />
  return (
    <Button size="sm" className="self-start" busy={link.isPending} onClick={() => link.mutate(undefined)}>
      Create personal link
    </Button>
  )
}
