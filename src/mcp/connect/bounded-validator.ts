import type { jsonSchemaValidator } from "@modelcontextprotocol/client";
import { checkValue } from "./check-value.ts";

/** Takes the place of the SDK's validator, which compiles what a server sends and runs its regular expressions. */
export const boundedValidator: jsonSchemaValidator = {
  getValidator<T>(schema: unknown) {
    return (input: unknown) => {
      const checked = checkValue(schema, input);
      if (checked.fits) return { valid: true, data: input as T, errorMessage: undefined };
      return { valid: false, data: undefined, errorMessage: checked.problem };
    };
  },
};
