import { Spinner } from '../ui/spinner.tsx'

/** While the stored sign-in is checked or the first chunk is on its way. */
export function StartingScreen() {
  return (
    <div className="late-in flex h-dvh items-center justify-center text-3">
      <Spinner label="Loading" size={20} />
    </div>
  )
}
