import { Button } from '../ui/button.tsx'
import { StormDrawing } from './storm-drawing.tsx'

/** The whole app or a page of it broke. Reloading is the only way on that is sure to help. */
export function ErrorScreen() {
  return (
    <main
      role="alert"
      className="flex h-full min-h-dvh flex-col items-center justify-center gap-1 bg-surface p-6 text-center"
    >
      <StormDrawing />
      <h1 className="mt-4 text-name font-semibold">Oops! Something Went Wrong!</h1>
      <p className="text-title text-2">Please refresh this page to try again.</p>
      <Button variant="primary" className="mt-5" onClick={() => window.location.reload()}>
        Refresh
      </Button>
    </main>
  )
}
