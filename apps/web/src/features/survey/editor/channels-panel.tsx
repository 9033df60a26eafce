import type { SurveyContent } from '@steward/contracts/survey/survey'
import { CopyText } from '../../../components/settings/copy-text.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Installation } from './installation.tsx'
import { LocalField } from './local-field.tsx'
import { useEditor } from './use-survey-editor.ts'

/** Where people are asked, and when. */
export function ChannelsPanel() {
  const { draft, saved, update, faultOf } = useEditor()
  const { channels, mail } = draft
  const set = (changes: Partial<SurveyContent['channels']>) =>
    update({ channels: { ...channels, ...changes } })
  return (
    <div className="flex flex-col gap-5">
      {faultOf('channels') && (
        <p role="alert" className="text-poor">
          {faultOf('channels')}
        </p>
      )}
      <section aria-label="In product" className="flex flex-col gap-3">
        <Checkbox
          label="In your product"
          description="A small panel on your own pages asks people while they work."
          checked={channels.inProduct}
          onCheckedChange={(inProduct) => set({ inProduct })}
        />
        {channels.inProduct && <Installation />}
      </section>
      <section aria-label="Email" className="flex flex-col gap-3">
        <Checkbox
          label="By email"
          description="You send a wave to the audience; people answer with one click."
          checked={channels.mail}
          onCheckedChange={(isOn) => set({ mail: isOn })}
        />
        {channels.mail && (
          <>
            <LocalField
              label="Subject"
              required
              texts={mail.subject}
              path="mail.subject"
              onChange={(subject) => update({ mail: { ...mail, subject } })}
            />
            <LocalField
              label="Introduction"
              multiline
              texts={mail.text}
              path="mail.text"
              onChange={(text) => update({ mail: { ...mail, text } })}
            />
          </>
        )}
      </section>
      <section aria-label="Open link" className="flex flex-col gap-3">
        <Checkbox
          label="By an open link"
          description="Anyone who has the link can answer, without a name."
          checked={channels.openLink}
          onCheckedChange={(openLink) => set({ openLink })}
        />
        {channels.openLink &&
          (saved.openLink ? (
            <CopyText label="link" text={saved.openLink} />
          ) : (
            <p className="text-label text-2">The link is here once the survey is published.</p>
          ))}
      </section>
      <Timing />
    </div>
  )
}

function Timing() {
  const { draft, update, faultOf } = useEditor()
  const { timing, channels } = draft
  const set = (changes: Partial<SurveyContent['timing']>) => update({ timing: { ...timing, ...changes } })
  return (
    <section aria-labelledby="survey-timing" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 id="survey-timing" className="font-medium">
        Timing
      </h3>
      <div className="flex flex-wrap gap-3">
        <Field label="First day (UTC)" error={faultOf('timing.startsOn')} className="w-40">
          <DateField value={timing.startsOn} onChange={(startsOn) => set({ startsOn })} />
        </Field>
        <Field label="Last day (UTC)" error={faultOf('timing.endsOn')} className="w-40">
          <DateField value={timing.endsOn} onChange={(endsOn) => set({ endsOn })} />
        </Field>
        {channels.inProduct && (
          <Field label="Delay on a page" error={faultOf('timing.delaySeconds')} className="w-40">
            <NumberField
              value={timing.delaySeconds}
              min={0}
              max={3600}
              decimals={0}
              suffix="seconds"
              onChange={(delaySeconds) => set({ delaySeconds: delaySeconds ?? 0 })}
            />
          </Field>
        )}
      </div>
      <p className="text-label text-2">Answers can be changed until the last day has passed.</p>
    </section>
  )
}
