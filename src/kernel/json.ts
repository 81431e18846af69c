/** JSON text that is known to hold a T: PostgreSQL builds it and it is sent on unread. */
export type Json<T> = string & { readonly __holds?: T };

/** What a verb may give: the value, or its JSON text wrapped so that the two are never confused. */
export class JsonText<T> {
  readonly text: Json<T>;
  constructor(text: string) {
    this.text = text;
  }
  parse(): T {
    return JSON.parse(this.text) as T;
  }
}

export type Answer<T> = T | JsonText<T>;

export const textOf = (answer: unknown): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));
export const valueIn = <T>(answer: Answer<T>): T => (answer instanceof JsonText ? answer.parse() : answer);
