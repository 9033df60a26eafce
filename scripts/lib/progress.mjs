const second = 1000

/** Whole seconds since then. */
const secondsSince = (start) => Math.round((Date.now() - start) / second)

/** Counts the seconds in place on a terminal; a log gets a line at the beginning instead. Returns what ends it. */
function announce(label, start) {
  const { stdout } = process
  if (!stdout.isTTY) {
    stdout.write(`${label} …\n`)
    return (text) => stdout.write(text)
  }
  const show = () => stdout.write(`\r${label} … ${secondsSince(start)} s`)
  show()
  const timer = setInterval(show, second)
  return (text) => {
    clearInterval(timer)
    stdout.write(`\r\x1b[K${text}`)
  }
}

/** Runs a step that takes a while: shows that it is running, and how long it took. Passes on what it throws. */
export async function showProgress(label, work) {
  const start = Date.now()
  const end = announce(label, start)
  try {
    const result = await work()
    end(`${label}: done in ${secondsSince(start)} s\n`)
    return result
  } catch (error) {
    end(`${label}: failed after ${secondsSince(start)} s\n`)
    throw error
  }
}
