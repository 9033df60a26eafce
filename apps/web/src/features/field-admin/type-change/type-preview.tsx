import { useId, type ReactNode } from 'react'
import { IconArrowRight } from '@tabler/icons-react'
import { dateFormats, numberFormats } from '@steward/contracts/plain/cell-format'
import type { ChangeType, TypeChangePreview } from '@steward/contracts/type-change/type-change'
import { FormAlert } from '../../../components/settings/form-alert.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { countText } from '../delete/use-words.ts'

type TypePreviewProps = {
  preview: TypeChangePreview | undefined
  /** Why the type can't be changed. */
  failure: string | null
  /** Whether it is of the format that was chosen before. */
  isOld: boolean
  onFormat: (format: Pick<ChangeType, 'numberFormat' | 'dateFormat'>) => void
}

/** The result for the values: how many convert, how many don't, with examples of both. */
export function TypePreview({ preview, failure, isOld, onFormat }: TypePreviewProps) {
  if (failure) return <FormAlert text={failure} />
  if (!preview) {
    return (
      <div role="status" className="flex flex-col gap-2.5 py-1">
        <span className="hidden-text">Checking the values</span>
        <Skeleton className="h-3 w-64" />
        <Skeleton className="h-24 w-full" />
      </div>
    )
  }
  const { records, blanks, converted } = preview
  return (
    <div aria-busy={isOld} className={cx('flex flex-col gap-4', isOld && 'opacity-60')}>
      <Formats preview={preview} onFormat={onFormat} />
      <p aria-live="polite">{outcomeText(preview)}</p>
      {records > 0 && blanks.length > 0 && (
        <Examples title={`Left blank: ${countText(preview.blank, 'record')}`}>
          {blanks.map(({ from, message, records: count }) => (
            <Example key={from} count={count}>
              <span className="truncate font-medium">{from || 'Deleted'}</span>
              <span className="text-label text-2 wrap-anywhere">{message}</span>
            </Example>
          ))}
        </Examples>
      )}
      {converted.length > 0 && (
        <Examples title={`Converted: ${countText(preview.converts, 'record')}`}>
          {converted.map(({ from, to, records: count }) => (
            <Example key={from} count={count}>
              <span className="flex min-w-0 items-center gap-1.5">
                <span className="truncate text-2">{from}</span>
                <IconArrowRight size={14} className="shrink-0 text-3" aria-label="becomes" />
                <span className="truncate font-medium">{to}</span>
              </span>
            </Example>
          ))}
        </Examples>
      )}
      {preview.newOptionCount > 0 && <NewOptions preview={preview} />}
    </div>
  )
}

function outcomeText({ records, checked, converts, blank }: TypeChangePreview): string {
  if (records === 0) return 'No record has a value, so nothing is lost.'
  if (converts === 0) return 'No value converts. Choose another type.'
  const part =
    checked < records ? ` Checked for the ${countText(checked, 'record')} with the most frequent values.` : ''
  if (blank === 0) return `All ${countText(converts, 'value')} convert.${part}`
  return `${countText(converts, 'value')} convert, ${blank.toLocaleString('en-US')} don't. Those fields will be blank; the history of their records keeps the values.${part}`
}

const asOptions = <Name extends string>(names: readonly Name[]) =>
  names.map((name) => ({ value: name, label: name === 'serial' ? 'Day number of a spreadsheet' : name }))

function Formats({ preview, onFormat }: { preview: TypeChangePreview } & Pick<TypePreviewProps, 'onFormat'>) {
  const { fromType, dataType, dateFormat, otherDateFormats, numberFormat } = preview
  const isText = fromType === 'string' || fromType === 'longText'
  const other = otherDateFormats.join(' or ')
  return (
    <>
      {isText && dataType === 'date' && (
        <Field label="Dates are written" help={other ? `They could also be ${other}.` : undefined}>
          <Select
            value={dateFormat}
            placeholder="Choose a format"
            options={asOptions(dateFormats)}
            onChange={(format) => format && onFormat({ dateFormat: format })}
          />
        </Field>
      )}
      {numberFormat && (
        <Field label="Numbers are written like">
          <Select
            value={numberFormat}
            options={asOptions(numberFormats)}
            onChange={(format) => format && onFormat({ numberFormat: format })}
          />
        </Field>
      )}
    </>
  )
}

function Examples({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="flex flex-col gap-1.5">
      <h3 id={id} className="tabular font-medium">
        {title}
      </h3>
      <ul
        aria-labelledby={id}
        className="flex max-h-44 flex-col divide-y divide-line overflow-y-auto rounded-card border border-line"
      >
        {children}
      </ul>
    </section>
  )
}

function Example({ count, children }: { count: number; children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-3 px-3 py-1.5">
      <span className="flex min-w-0 flex-1 flex-col">{children}</span>
      <span className="tabular shrink-0 text-label text-3">{countText(count, 'record')}</span>
    </li>
  )
}

function NewOptions({ preview: { newOptions, newOptionCount } }: { preview: TypeChangePreview }) {
  const more = newOptionCount - newOptions.length
  const shown = newOptions.join(', ')
  return (
    <p className="text-label text-2">
      {countText(newOptionCount, 'new option')}: {shown}
      {more > 0 && ` and ${more.toLocaleString('en-US')} more`}
    </p>
  )
}
