/** An answer that is written as JSON already, of what `T` describes; routes send it as it is. */
export class JsonText<T> {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  read(): T {
    return JSON.parse(this.text) as T
  }
}
