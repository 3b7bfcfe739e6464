/**
 * The shapes that arrive from the server, and the few the modules hand each other. Types only.
 *
 * A card is written rank then suit ("TH"), "##" when it lies face down. Piles are named as in the moves: "1".."13"
 * (tableau or hours), "f1".. (foundations), "s" (stock), "w" (waste), "u1".. (cards laid in Clock), "o" (the open card).
 *
 * @typedef {Record<string, string[]>} View  pile name -> cards, bottom first
 * @typedef {["shift", string, string, number]} Shift  the top n cards of a pile go to another, in the same order
 * @typedef {["turn", string, string]} Turn  the top card of a pile now shows this text
 * @typedef {["lay", View]} Lay  these piles lie anew, all others are untouched
 * @typedef {Shift | Turn | Lay} Effect
 *
 * @typedef {object} State  what the rules say about the player's own table
 * @property {number} score  fewer is better
 * @property {number} progress  cards home (or laid, in Clock)
 * @property {number} redeals
 * @property {number | null} redeals_left  null: no limit
 * @property {number} slips
 * @property {boolean} won
 * @property {boolean} blocked
 * @property {boolean} over
 * @property {boolean} may_take_back
 *
 * @typedef {object} Ruleset
 * @property {string} key
 * @property {string} name
 * @property {"cruel" | "clock" | "alternations"} family
 * @property {boolean} fanned
 * @property {number} cards_total  52 or 104
 * @property {number | null} [redeal_limit]
 * @property {"packets" | "ripple" | null} [redeal]  how a redeal lays the cards; null: there is none
 *
 * @typedef {object} TableMessage
 * @property {"table"} type
 * @property {number} ply
 * @property {View} view
 * @property {string[]} legal
 * @property {State} state
 * @property {number} now  epoch ms
 * @property {number | null} last_at  epoch ms
 *
 * @typedef {object} PlyMessage
 * @property {"ply"} type
 * @property {number} ply
 * @property {string} move
 * @property {boolean} slip
 * @property {Effect[]} effects
 * @property {string[]} legal
 * @property {State} state
 * @property {number} at  epoch ms
 *
 * @typedef {object} Entrant
 * @property {number} id
 * @property {string} name
 * @property {boolean} ready
 * @property {boolean} away
 * @property {number} progress
 * @property {number} plies
 * @property {number} redeals
 * @property {number} score
 * @property {number} slips
 * @property {number} hints  used, in practice
 * @property {null | "won" | "lost" | "resigned" | "timeout"} outcome
 * @property {number | null} finished_at  epoch ms
 * @property {number | null} time_ms
 * @property {number | null} place
 * @property {string | null} replay  address of the replay
 *
 * @typedef {"open" | "countdown" | "running" | "finished" | "cancelled"} RaceStatus
 *
 * @typedef {object} Race
 * @property {"race"} type
 * @property {number} version
 * @property {"race" | "practice"} kind
 * @property {RaceStatus} status
 * @property {number} now  epoch ms
 * @property {number | null} starts_at
 * @property {number | null} deadline
 * @property {number | null} ended_at
 * @property {string} ruleset
 * @property {string} ruleset_name
 * @property {"fewest_moves" | "first_home"} goal
 * @property {"off" | "counted" | "free"} take_back
 * @property {number | null} time_limit  seconds
 * @property {number | null} deal_number
 * @property {string} commitment  hex
 * @property {string | null} seed  hex, only when the race is over
 * @property {number | null} host  entrant id
 * @property {number} min
 * @property {number} max
 * @property {Entrant[]} entrants
 * @property {string | null} rematch  code of the next race
 * @property {string | null} board  address of the deal's board
 * @property {boolean} certified  opened with a deal that can be won
 * @property {Par | null} par  only when the race is over
 *
 * @typedef {object} Par
 * @property {"won" | "lost" | "open"} outcome  of the solver
 * @property {number | null} score  the lowest it found
 * @property {number} bound  no win scores less: proved
 * @property {boolean} searching
 * @property {string | null} replay  address of its log
 *
 * @typedef {{type: "welcome", you: number | null, now: number, heartbeat: number}} Welcome
 * @typedef {{type: "refused", code: string, message: string, do: string | null, ply: number | null}} Refused
 * @typedef {{type: "pong", version: number, ply: number | null, now: number}} Pong
 * @typedef {{type: "hint", ply: number, status: "searching" | "found" | "none" | "lost" | "stopped", move: string | null}} HintMessage
 * @typedef {{type: "verdict", status: "searching" | "done" | "stopped", ply: number | null, lost: boolean, replay: string | null}} VerdictMessage
 * @typedef {Welcome | TableMessage | PlyMessage | Race | Refused | Pong | HintMessage | VerdictMessage} ServerMessage
 *
 * @typedef {object} RoomData
 * @property {string} code
 * @property {"race" | "practice"} kind
 * @property {string} ws  path of the socket
 * @property {number | null} you  entrant id
 * @property {Ruleset} ruleset
 * @property {string} share_url
 * @property {{join: string, home: string, rules: string, leave: string, restart: string, next: string}} urls
 * @property {Race} race
 *
 * @typedef {object} Line  the part of WebSocket that is used
 * @property {(text: string) => void} send
 * @property {(code?: number) => void} close
 * @property {((event: any) => void) | null} onopen
 * @property {((event: any) => void) | null} onmessage
 * @property {((event: any) => void) | null} onclose
 *
 * @typedef {object} Surroundings
 * @property {() => Line} connect  open a new line
 * @property {(run: () => void, ms: number) => any} setTimeout
 * @property {(timer: any) => void} clearTimeout
 * @property {() => number} random  0 <= x < 1
 *
 * @typedef {object} ReplayPly
 * @property {string} move
 * @property {boolean} slip
 * @property {Effect[]} effects
 * @property {number} at_ms  from the start
 * @property {State} state
 *
 * @typedef {object} ReplayData
 * @property {string} code
 * @property {string} url_race
 * @property {Ruleset} ruleset
 * @property {string} name
 * @property {Entrant["outcome"]} outcome
 * @property {boolean} verified
 * @property {View} view
 * @property {State} state
 * @property {ReplayPly[]} plies
 */
export {};
