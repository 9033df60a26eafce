import { IconPlus, IconTrash } from '@tabler/icons-react'
import { surveyLimits, surveyScales } from '@steward/contracts/plain/survey'
import type { Thanks } from '@steward/contracts/survey/definition'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { LocalField } from './local-field.tsx'
import { useEditor } from './use-survey-editor.ts'

const emptyPage: Thanks = { from: null, to: null, title: {}, text: {}, link: null }

/** The pages at the end; the first that fits the score is shown. */
export function ThanksPanel() {
  const { draft, update } = useEditor()
  const { thanks } = draft
  const set = (next: Thanks[]) => update({ thanks: next })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-2">
        The first page that fits the score is shown at the end. Without one, people read a plain thank-you.
      </p>
      <ol aria-label="Thank-you pages" className="flex flex-col gap-3">
        {thanks.map((page, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page is known by nothing but its place
          <li key={at} className="rounded-card border border-line p-3">
            <ThanksFields
              at={at}
              page={page}
              onChange={(next) => set(thanks.with(at, next))}
              onDelete={() => set(thanks.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      {thanks.length < surveyLimits.thanks && (
        <Button
          className="self-start"
          icon={<IconPlus aria-hidden />}
          // One for all scores stays the last.
          onClick={() => set([{ ...emptyPage }, ...thanks])}
        >
          Add page
        </Button>
      )}
    </div>
  )
}

type ThanksFieldsProps = {
  at: number
  page: Thanks
  onChange: (page: Thanks) => void
  onDelete: () => void
}

function ThanksFields({ at, page, onChange, onDelete }: ThanksFieldsProps) {
  const { saved, faultOf } = useEditor()
  const path = `thanks.${at}`
  const set = (changes: Partial<Thanks>) => onChange({ ...page, ...changes })
  return (
    <section aria-label={`Page ${at + 1}`} className="flex flex-col gap-3">
      <div className="flex items-end gap-3">
        {surveyScales[saved.type] && (
          <>
            <Field label="Score from" error={faultOf(`${path}.from`)} className="w-24">
              <NumberField value={page.from} onChange={(from) => set({ from })} />
            </Field>
            <Field label="Score to" error={faultOf(`${path}.to`)} className="w-24">
              <NumberField value={page.to} onChange={(to) => set({ to })} />
            </Field>
          </>
        )}
        <span className="ml-auto" />
        <IconButton
          size="sm"
          label={`Delete page ${at + 1}`}
          icon={<IconTrash aria-hidden />}
          onClick={onDelete}
        />
      </div>
      <LocalField
        label="Title"
        required
        texts={page.title}
        path={`${path}.title`}
        onChange={(title) => set({ title })}
      />
      <LocalField
        label="Text"
        multiline
        texts={page.text}
        path={`${path}.text`}
        onChange={(text) => set({ text })}
      />
      <Checkbox
        label="With a link, for example to a page for reviews"
        checked={page.link !== null}
        onCheckedChange={(isOn) => set({ link: isOn ? { label: {}, url: 'https://' } : null })}
      />
      {page.link && <LinkFields path={`${path}.link`} link={page.link} onChange={(link) => set({ link })} />}
    </section>
  )
}

type Link = NonNullable<Thanks['link']>

function LinkFields({ path, link, onChange }: { path: string; link: Link; onChange: (link: Link) => void }) {
  const { faultOf } = useEditor()
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LocalField
        label="Label of the link"
        required
        texts={link.label}
        path={`${path}.label`}
        onChange={(label) => onChange({ ...link, label })}
      />
      <Field label="Address" required error={faultOf(`${path}.url`)}>
        <Input value={link.url} onChange={(event) => onChange({ ...link, url: event.target.value })} />
      </Field>
    </div>
  )
}
