package emulator

import (
	"maps"
	"slices"
)

// messages is the request's proto, as far as the service documents it: for
// each message its fields by snake_case name. A type is a scalar, a message's
// name, or one of
//
//	free    any JSON value, not looked into
//	struct  any JSON object, not looked into
//	enum    a name or number, not checked against a list; those in enums are
//	[]T     a list of T; the service also takes a single T
//	map[T]  an object whose values are T
//
// Configuration that no rule reads (speech, images, search options) is free, so
// that a field the provider added yesterday does not refuse a real request.
var messages = map[string]map[string]string{
	"GenerateContentRequest": {
		"model": "string", "contents": "[]Content", "system_instruction": "Content",
		"tools": "[]Tool", "tool_config": "ToolConfig", "generation_config": "GenerationConfig",
		"safety_settings": "[]SafetySetting", "cached_content": "string", "labels": "map[string]",
		"service_tier": "enum", "store": "bool", "continuation_token": "bytes",
	},
	"CountTokensRequest": {
		"model": "string", "contents": "[]Content", "generate_content_request": "GenerateContentRequest",
	},
	"Content": {"role": "string", "parts": "[]Part"},
	"Part": {
		"text": "string", "inline_data": "Blob", "file_data": "FileData",
		"function_call": "FunctionCall", "function_response": "FunctionResponse",
		"executable_code": "ExecutableCode", "code_execution_result": "CodeExecutionResult",
		"tool_call": "ToolCall", "tool_response": "ToolResponse",
		"thought": "bool", "thought_signature": "bytes", "video_metadata": "VideoMetadata",
		"media_resolution": "free", "part_metadata": "struct", "audio_transcription": "free",
		"media_processing": "free", "speech_metadata": "free",
	},
	"Blob":         {"mime_type": "string", "data": "bytes", "display_name": "string"},
	"FileData":     {"mime_type": "string", "file_uri": "string", "display_name": "string"},
	"FunctionCall": {"id": "string", "name": "string", "args": "struct"},
	"FunctionResponse": {
		"id": "string", "name": "string", "response": "struct", "parts": "[]FunctionResponsePart",
		"will_continue": "bool", "scheduling": "enum",
	},
	"FunctionResponsePart": {"inline_data": "Blob", "file_data": "FileData", "media_processing": "free"},
	"ExecutableCode":       {"id": "string", "language": "enum", "code": "string"},
	"CodeExecutionResult":  {"id": "string", "outcome": "enum", "output": "string"},
	"ToolCall":             {"id": "string", "tool_type": "enum", "args": "struct"},
	"ToolResponse":         {"id": "string", "tool_type": "enum", "response": "struct"},
	"VideoMetadata":        {"start_offset": "string", "end_offset": "string", "fps": "number"},
	"Tool": {
		"function_declarations": "[]FunctionDeclaration",
		"google_search":         "free", "google_search_retrieval": "free", "code_execution": "free",
		"url_context": "free", "google_maps": "free", "computer_use": "free", "file_search": "free",
		"mcp_servers": "free",
	},
	"FunctionDeclaration": {
		"name": "string", "description": "string", "parameters": "Schema", "parameters_json_schema": "free",
		"response": "Schema", "response_json_schema": "free", "behavior": "enum",
	},
	"Schema": {
		"type": "Type", "format": "string", "title": "string", "description": "string", "nullable": "bool",
		"enum": "[]string", "items": "Schema", "min_items": "int64", "max_items": "int64",
		"properties": "map[Schema]", "required": "[]string", "property_ordering": "[]string",
		"min_properties": "int64", "max_properties": "int64", "minimum": "number", "maximum": "number",
		"min_length": "int64", "max_length": "int64", "pattern": "string", "example": "free",
		"default": "free", "any_of": "[]Schema",
	},
	"ToolConfig": {
		"function_calling_config": "FunctionCallingConfig", "retrieval_config": "free",
		"include_server_side_tool_invocations": "bool",
	},
	"FunctionCallingConfig": {"mode": "FunctionCallingConfig.Mode", "allowed_function_names": "[]string"},
	"SafetySetting":         {"category": "enum", "threshold": "enum", "method": "enum"},
	"GenerationConfig": {
		"temperature": "number", "top_p": "number", "top_k": "number", "candidate_count": "int32",
		"max_output_tokens": "int32", "stop_sequences": "[]string", "seed": "int32",
		"response_mime_type": "string", "response_schema": "Schema", "response_json_schema": "free",
		"_response_json_schema": "free", "response_modalities": "[]enum", "response_logprobs": "bool",
		"logprobs": "int32", "presence_penalty": "number", "frequency_penalty": "number",
		"media_resolution": "enum", "thinking_config": "ThinkingConfig", "speech_config": "free",
		"image_config": "free", "audio_transcription_config": "free", "translation_config": "free",
		"response_format": "free", "enable_enhanced_civic_answers": "bool", "enable_affective_dialog": "bool",
	},
	"ThinkingConfig": {"include_thoughts": "bool", "thinking_budget": "int32", "thinking_level": "ThinkingConfig.ThinkingLevel"},
}

// dataFields are the members of Part's oneof "data". A part has at most one
// (E25) and, with few exceptions, at least one (E24).
var dataFields = map[string]bool{
	"text": true, "inline_data": true, "file_data": true, "function_call": true, "function_response": true,
	"executable_code": true, "code_execution_result": true, "tool_call": true, "tool_response": true,
	"future_part": true,
}

// modes are the values of FunctionCallingConfig.Mode.
var modes = map[string]Mode{
	"MODE_UNSPECIFIED": ModeAuto, "AUTO": ModeAuto, "ANY": ModeAny, "NONE": ModeNone, "VALIDATED": ModeValidated,
}

// enums are the values of the enums that are checked (E21), by the name of the
// type: those that a client takes from its own settings or schemas. The service
// takes them in any case.
var enums = map[string][]string{
	"FunctionCallingConfig.Mode":   slices.Collect(maps.Keys(modes)),
	"Type":                         {"TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL"},
	"ThinkingConfig.ThinkingLevel": {"THINKING_LEVEL_UNSPECIFIED", "MINIMAL", "LOW", "MEDIUM", "HIGH"},
}

// invented are the fields that the fault E96 puts into an answer, by message:
// the service knows what it sent, so they are known in a model's content.
var invented = map[string]string{"future_field": "Part FunctionCall", "future_part": "Part"}
