import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { askChannels, type AskChannel } from '@steward/contracts/plain/survey'
import type { AudiencePreview as Preview } from '@steward/contracts/survey/audience'
import { errorPanelProps } from '../../../api/error-text.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { audienceQuery } from '../audience.calls.ts'
import { channelLabels } from '../survey-words.tsx'
import { useEditor } from './use-survey-editor.ts'

const channels = askChannels.map((value) => ({ value, label: channelLabels[value] }))

/** How many are asked, and how many each rule keeps out. */
export function AudiencePreview() {
  const { saved, isDirty } = useEditor()
  const [channel, setChannel] = useState<AskChannel>('mail')
  const { data, error } = useQuery(audienceQuery(saved.surveyId, channel, saved.revision))
  return (
    <section aria-labelledby="audience-preview" className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="audience-preview" className="font-medium">
          Who is asked
        </h3>
        <Segmented label="Channel" value={channel} onChange={setChannel} options={channels} />
      </div>
      {isDirty && <p className="text-label text-2">Save the survey to preview your changes.</p>}
      {data && <Numbers preview={data} />}
      {!data && error && <ErrorPanel compact {...errorPanelProps(error)} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
    </section>
  )
}

function Numbers({ preview }: { preview: Preview }) {
  const { contacts, asked, excluded, examples } = preview
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      <p>
        <strong className="tabular">{numberText(asked)}</strong> of {numberText(contacts)}{' '}
        {contacts === 1 ? 'contact' : 'contacts'} would be asked now.
      </p>
      {excluded.length > 0 && (
        <table className="w-full text-left">
          <caption className="sr-only">Contacts that are not asked, by reason</caption>
          <tbody>
            {excluded.map(({ gate, reason, contacts: kept }) => (
              <tr key={gate} className="border-t border-line">
                <th scope="row" className="py-1.5 font-normal text-2">
                  {reason}
                </th>
                <td className="tabular py-1.5 text-right">{numberText(kept)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {examples.length > 0 && (
        <p className="text-label text-2">For example {examples.map(({ name }) => name).join(', ')}.</p>
      )}
    </div>
  )
}
