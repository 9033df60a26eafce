import type { FormEvent, ReactNode } from 'react'
import { ErrorBar } from './error-bar.tsx'
import { FormHeading } from './form-heading.tsx'

type FormPageProps = {
  title: string
  intro?: ReactNode
  /** A failure, in a bar above the fields. */
  failure?: string | null
  onCloseFailure?: () => void
  onSubmit: () => Promise<void> | void
  children: ReactNode
}

/** A screen of the signed-out area that is one form. */
export function FormPage({ title, intro, failure, onCloseFailure, onSubmit, children }: FormPageProps) {
  function submit(event: FormEvent) {
    event.preventDefault()
    void onSubmit()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormHeading title={title}>{intro}</FormHeading>
      {failure && <ErrorBar text={failure} onClose={() => onCloseFailure?.()} />}
      {children}
    </form>
  )
}
