/** The milliseconds of the database's own clock: the same for all servers. */
export const DATABASE_TIME = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
