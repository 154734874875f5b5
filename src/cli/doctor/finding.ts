/** One thing that `clew doctor` looked at. */
export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly says: string;
}
