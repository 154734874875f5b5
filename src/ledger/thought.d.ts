import * as z from "zod";
/** The surface that a thought came through. */
export declare const Door: z.ZodEnum<{
    classic: "classic";
    gateway: "gateway";
    host: "host";
    library: "library";
    reasoning: "reasoning";
    think: "think";
    thoughtbox: "thoughtbox";
}>;
export type Door = z.infer<typeof Door>;
/** One reasoning step: an immutable row of the ledger. */
export declare const Thought: z.ZodObject<{
    id: z.ZodString;
    sessionId: z.ZodString;
    seq: z.ZodInt;
    number: z.ZodInt;
    total: z.ZodInt;
    content: z.ZodString;
    branchId: z.ZodOptional<z.ZodString>;
    branchFrom: z.ZodOptional<z.ZodInt>;
    isRevision: z.ZodBoolean;
    revises: z.ZodOptional<z.ZodInt>;
    revisesId: z.ZodOptional<z.ZodString>;
    nextThoughtNeeded: z.ZodBoolean;
    confidence: z.ZodOptional<z.ZodNumber>;
    mode: z.ZodEnum<{
        chain: "chain";
        linear: "linear";
        think: "think";
    }>;
    door: z.ZodEnum<{
        classic: "classic";
        gateway: "gateway";
        host: "host";
        library: "library";
        reasoning: "reasoning";
        think: "think";
        thoughtbox: "thoughtbox";
    }>;
    author: z.ZodOptional<z.ZodString>;
    parentId: z.ZodOptional<z.ZodString>;
    critique: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
    metadata: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    createdAt: z.ZodISODateTime;
}, z.core.$strip>;
export type Thought = z.infer<typeof Thought>;
/** The largest thought that the ledger takes, in bytes of UTF-8. */
export declare const MAX_THOUGHT_BYTES = 1048576;
