const millisecondsPerSecond = 1000

/** Writes one line about a finished step, and its output when it failed. */
export function reportStep(name, { ok, output, summary }, startedAt) {
  const seconds = ((Date.now() - startedAt) / millisecondsPerSecond).toFixed(1)
  const note = summary ? `  ${summary}` : ''
  process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${seconds.padStart(6)} s${note}\n`)
  if (!ok) process.stdout.write(`${output.trim().replaceAll(/^/gm, '    ')}\n\n`)
}
